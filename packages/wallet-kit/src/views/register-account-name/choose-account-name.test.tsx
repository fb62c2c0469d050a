import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { WalletKitEvent } from '#core/events.ts'
import { openAccountView } from '#testing/open-account-view.tsx'
import { startTestService, type TestService } from '#testing/test-service.ts'

let service: TestService | undefined
afterEach(() => {
  cleanup()
  service?.stop()
})

async function open({ hasZone = true, name = null as string | null } = {}) {
  service = await startTestService((path) => {
    if (path.endsWith('supported-chains')) return { body: { http: ['eip155:56'], ws: [] } }
    if (path.includes('identity')) return { body: { name, avatar: null } }
    const zone = { body: { zone: 'arena.test' } }
    return hasZone && path.endsWith('zone') ? zone : { status: 404, body: '' }
  })
  const emitted: WalletKitEvent[] = []
  const onEvent = (event: WalletKitEvent) => emitted.push(event)
  const { kit } = await openAccountView('ChooseAccountName', { servicesUrl: service.url, onEvent })
  return { kit, emitted }
}

describe('ChooseAccountName', () => {
  test('explains names and leads to the registration', async () => {
    const { kit, emitted } = await open()
    expect(await screen.findByText(/^A name such as you\.arena\.test/)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Choose name' }))
    expect(kit.router.current().view).toBe('RegisterAccountName')
    expect(emitted).toContainEqual({ event: 'OPEN_ENS_FLOW' })
  })
  test('shows the name that the account has', async () => {
    await open({ name: 'bull.arena.test' })
    expect(await screen.findByText('bull.arena.test')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Choose name' })).toBeNull()
  })
  test('error: says that there are no names', async () => {
    await open({ hasZone: false })
    expect(await screen.findByText('Names are not offered here')).toBeDefined()
  })
})
