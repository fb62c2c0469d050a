import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { useAction } from './use-action.ts'
import { useInterruption } from './use-interruption.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

function Section({ work }: { work: () => Promise<void> }) {
  const action = useAction('passkey')
  const interruption = useInterruption('passkey', action)
  return (
    <>
      <button type="button" onClick={() => action.run(work)}>
        Add
      </button>
      {interruption}
    </>
  )
}

const isSaid = () => screen.queryByText(/^This page was loaded again/) !== null

test('a page that was loaded again while a change ran says so, until the next one', async () => {
  const { unmount } = render(<Section work={() => new Promise(() => undefined)} />)
  expect(isSaid()).toBe(false)
  await userEvent.click(screen.getByRole('button'))
  unmount()
  render(<Section work={() => Promise.resolve()} />)
  expect(isSaid()).toBe(true)
  await userEvent.click(screen.getByRole('button'))
  expect(isSaid()).toBe(false)
})

test('a change that has ended, also by a failure, leaves nothing to say', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  const { unmount } = render(<Section work={() => promise} />)
  await userEvent.click(screen.getByRole('button'))
  await act(async () => reject(new Error('failed')))
  unmount()
  render(<Section work={() => promise} />)
  expect(isSaid()).toBe(false)
})
