import { DialogSpecimens } from '../../overlays/dialogs.tsx'
import { MenuSpecimen } from '../../overlays/menus.tsx'
import { ToastSpecimen } from '../../overlays/toasts.tsx'
import type { Story } from '../../story.tsx'

function Body() {
  return (
    <>
      <DialogSpecimens />
      <MenuSpecimen />
      <ToastSpecimen />
    </>
  )
}

export const story: Story = { title: 'Overlays', group: 'Overlays', Body }
