import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { WalletKitEvent } from '#core/events.ts'
import type { View } from '#core/modal/views.ts'
import { openAccountView } from '#testing/open-account-view.tsx'
import { startTestService, type TestService } from '#testing/test-service.ts'
import { TEST_ADDRESS } from '#testing/test-wallet.ts'

let service: TestService | undefined
afterEach(() => {
  cleanup()
  service?.stop()
})

const PROFILE = { registered: 1, updated: 1, addresses: {}, attributes: [] }

type Setup = {
  view?: View
  hasZone?: boolean
  name?: string
  reverse?: { status?: number; body: unknown }
}

/** Opens the view. `reverse` is the reply to the names of the account. */
async function open({ view = 'ChooseAccountName', hasZone = true, name, reverse }: Setup = {}) {
  const names = name === undefined ? [] : [{ name, ...PROFILE }]
  const replies = { reverse: reverse ?? { body: names } }
  service = await startTestService((path) => {
    if (path.endsWith('supported-chains')) return { body: { http: ['eip155:56'], ws: [] } }
    if (path.includes('identity')) return { body: { name: null, avatar: null } }
    if (path.includes('profile/reverse')) return replies.reverse
    const zone = { body: { zone: 'arena.test' } }
    return hasZone && path.endsWith('zone') ? zone : { status: 404, body: '' }
  })
  const emitted: WalletKitEvent[] = []
  const onEvent = (event: WalletKitEvent) => emitted.push(event)
  const { kit } = await openAccountView(view, { servicesUrl: service.url, onEvent })
  return { kit, emitted, replies }
}

describe('ChooseAccountName', () => {
  test('explains names and leads to the registration', async () => {
    const { kit, emitted } = await open()
    expect(await screen.findByText(/^A name such as you\.arena\.test/)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Choose a name' }))
    expect(kit.router.current().view).toBe('RegisterAccountName')
    expect(emitted).toContainEqual({ event: 'OPEN_ENS_FLOW' })
  })
  test.each([
    ['Account', 'Choose a name'],
    ['AccountSettings', 'Choose a name'],
  ] as const)('%s leads to it', async (view, name) => {
    const { emitted } = await open({ view, reverse: { status: 400, body: '' } })
    await userEvent.click(await screen.findByRole('button', { name }))
    expect(await screen.findByText('Error fetching names for address')).toBeDefined()
    expect(emitted).not.toContainEqual({ event: 'OPEN_ENS_FLOW' })
  })
  test('shows the name that the account has', async () => {
    await open({ name: 'bull.arena.test' })
    expect(await screen.findByText('bull.arena.test')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Choose a name' })).toBeNull()
  })
  test('error: says that the names of the account could not be fetched, and fetches them again', async () => {
    const { replies } = await open({ reverse: { status: 400, body: '' } })
    expect(await screen.findByText('Error fetching names for address')).toBeDefined()
    replies.reverse = { body: [] }
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Choose a name' })).toBeDefined()
  })
  test('asks for the names of the connected account', async () => {
    await open()
    await screen.findByRole('button', { name: 'Choose a name' })
    const request = service?.requests.find(({ pathname }) => pathname.includes('reverse'))
    expect(request?.pathname).toBe(`/v1/profile/reverse/${TEST_ADDRESS}`)
    expect(Object.fromEntries(request?.searchParams ?? [])).toEqual({
      sender: TEST_ADDRESS,
      apiVersion: '2',
      projectId: 'test',
      st: 'appkit',
      sv: 'react-wagmi-1.7.3',
    })
  })
  test('error: says that there are no names', async () => {
    await open({ hasZone: false })
    expect(await screen.findByText('Names are not offered here')).toBeDefined()
  })
})
