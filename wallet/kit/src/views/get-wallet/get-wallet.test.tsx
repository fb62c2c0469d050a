import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { createTestKit, renderKit } from '#testing/render-kit.tsx'
import { listedWallet, startTestCatalogue } from '#testing/test-catalogue.ts'
import type { TestService } from '#testing/test-service.ts'

let service: TestService | undefined
afterEach(() => {
  cleanup()
  service?.stop()
})

describe('GetWallet', () => {
  test('suggests a few wallets and links to all', async () => {
    const names = ['Acorn', 'Birch', 'Cedar', 'Dune', 'Ember']
    service = await startTestCatalogue(names.map((name) => listedWallet(name)))
    const kit = createTestKit([], { catalogueUrl: service.url })
    renderKit(kit)
    act(() => kit.modal.open('GetWallet'))
    await screen.findByRole('button', { name: 'Acorn' })
    expect(screen.queryByRole('button', { name: 'Ember' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Birch' }))
    expect(await screen.findByRole('dialog', { name: 'Get Birch' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Explore all' }))
    expect(await screen.findByRole('button', { name: 'Ember' })).toBeDefined()
  })
  test('shows a hint if the app has no catalogue', async () => {
    const kit = createTestKit([])
    renderKit(kit)
    act(() => kit.modal.open('GetWallet'))
    expect(await screen.findByText(/Search the web for a wallet/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Explore all' })).toBeNull()
  })
})
