import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { CodeForm } from './code-form.tsx'

afterEach(cleanup)

test('has the focus, and accepts a pasted code with the text around it', async () => {
  const onCode = vi.fn(() => Promise.resolve())
  const props = { email: 'ada@example.com', label: 'Sign in', onCode, onCancel: () => undefined }
  render(<CodeForm {...props} />)
  const field = screen.getByRole('textbox', { name: 'The code we sent to ada@example.com' })
  expect(document.activeElement).toBe(field)
  await userEvent.paste('Your code: 382 297\n')
  await userEvent.keyboard('{Enter}')
  expect(onCode).toHaveBeenCalledExactlyOnceWith('382297')
})
