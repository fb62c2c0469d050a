import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createTestKit, renderKit } from '#testing/render-kit.tsx'
import { listedWallet } from '#testing/test-catalogue.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('Downloads', () => {
  test('links to the stores of the wallet, never to a script', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const wallet = listedWallet('Acorn', {
      app_store: 'https://apps.example/acorn',
      play_store: 'javascript:alert(1)',
      chrome_store: null,
    })
    const kit = createTestKit([])
    renderKit(kit)
    act(() => kit.modal.open('Downloads', { wallet }))
    await userEvent.click(await screen.findByRole('button', { name: 'iOS App' }))
    expect(opened.mock.calls).toEqual([
      ['https://apps.example/acorn', '_blank', 'noreferrer noopener'],
    ])
    expect(screen.getByRole('dialog', { name: 'Get Acorn' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Website' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Android App' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Chrome Extension' })).toBeNull()
  })
})
