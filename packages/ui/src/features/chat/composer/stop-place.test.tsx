import { proves } from '@gatehouse/testkit/proves'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { composerDriver } from '../../../testing/render-composer.tsx'

afterEach(cleanup)

const { openComposer, type } = composerDriver(() => act(async () => undefined))

it('the second press of a double click does not stop the answer where Send was', async () => {
  const { asked } = await openComposer({
    running: true,
    handlers: {
      'chat.send-later': () => new Promise(() => undefined),
    },
  })
  await type('And then?')
  await act(async () => fireEvent.click(screen.getByTestId('send'), { detail: 1 }))
  expect(asked('chat.send-later')).toHaveLength(1)
  expect(screen.queryByTestId('send')).toBeNull()
  await act(async () => fireEvent.click(screen.getByTestId('stop'), { detail: 2 }))
  expect(asked('chat.stop')).toEqual([])
  // By a key it is meant.
  await act(async () => fireEvent.click(screen.getByTestId('stop'), { detail: 0 }))
  expect(asked('chat.stop')).toHaveLength(1)
  proves('window.presses.second')
})
