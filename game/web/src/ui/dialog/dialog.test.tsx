import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { Dialog } from './dialog.tsx'
import { DialogAside } from './dialog-aside.ts'

afterEach(cleanup)

function Page({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const [toasts] = useState(createToastStore)
  const close = () => {
    setOpen(false)
    onClose()
  }
  return (
    <ToastContext value={toasts}>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Dialog title="Predict UP" onClose={close}>
          <p>Body</p>
          <button type="button" onClick={() => toasts.show({ level: 'error', text: 'Refused' })}>
            Fail
          </button>
        </Dialog>
      )}
    </ToastContext>
  )
}

test('is a modal dialog named by its heading', async () => {
  render(<Page onClose={vi.fn()} />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  const dialog = screen.getByRole('dialog', { name: 'Predict UP' })
  expect(dialog.hasAttribute('open')).toBe(true)
  expect(screen.getByRole('heading', { name: 'Predict UP' })).toBeDefined()
})

test('closes by its button and restores the focus', async () => {
  const onClose = vi.fn()
  render(<Page onClose={onClose} />)
  const opener = screen.getByRole('button', { name: 'Open' })
  await userEvent.click(opener)
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(opener)
})

test('shows toasts inside itself, where they can be read and dismissed', async () => {
  render(<Page onClose={vi.fn()} />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await userEvent.click(screen.getByRole('button', { name: 'Fail' }))
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toContain('Refused')
  expect(screen.getByRole('dialog').contains(alert)).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('steps aside for another dialog, and returns with its state', async () => {
  const onClose = vi.fn()
  const page = (isAside: boolean) => (
    <DialogAside value={isAside}>
      <Page onClose={onClose} />
    </DialogAside>
  )
  const { rerender } = render(page(false))
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  rerender(page(true))
  expect(screen.queryByRole('dialog')).toBeNull()
  const dialog = screen.getByText('Body').closest('dialog')
  // Browsers report it in a later task.
  dialog?.dispatchEvent(new Event('close'))
  rerender(page(false))
  dialog?.dispatchEvent(new Event('close'))
  expect(screen.getByRole('dialog', { name: 'Predict UP' }).hasAttribute('open')).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }))
})
