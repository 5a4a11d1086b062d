import { AlertDialog, Button, Dialog, TextField } from '../../src/kit/index.ts'
import { Playable, Specimen, useLocalText } from '../story.tsx'
import { Palette } from './palette.tsx'
import { ReviewSheet } from './review-sheet.tsx'

export function DialogSpecimens() {
  const localized = useLocalText()
  return (
    <Specimen title="Dialogs">
      <Playable initial={false}>
        {(open, set) => (
          <>
            <Button onClick={() => set(true)}>{localized('Dialog', '对话框')}</Button>
            <Dialog
              open={open}
              onOpenChange={set}
              title={localized('Rename chat', '重命名对话')}
              footer={
                <>
                  <Button onClick={() => set(false)}>{localized('Cancel', '取消')}</Button>
                  <Button variant="primary" onClick={() => set(false)}>
                    {localized('Rename', '重命名')}
                  </Button>
                </>
              }
            >
              <TextField label={localized('Title', '标题')} value="Release notes for 2.4" />
            </Dialog>
          </>
        )}
      </Playable>
      <Playable initial={false}>
        {(open, set) => (
          <>
            <Button onClick={() => set(true)}>{localized('Question', '确认')}</Button>
            <AlertDialog
              open={open}
              onOpenChange={set}
              title={localized('Remove filesystem?', '移除 filesystem？')}
              description={localized(
                'It stops now. Its grants and its keys in the keychain are removed too. Chats keep what it answered.',
                '它会立即停止，其授权和钥匙串中的密钥也会一并移除。对话会保留它的回答。',
              )}
              confirmLabel={localized('Remove server', '移除服务器')}
              cancelLabel={localized('Cancel', '取消')}
              onConfirm={() => set(false)}
            />
          </>
        )}
      </Playable>
      <ReviewSheet />
      <Palette />
    </Specimen>
  )
}
