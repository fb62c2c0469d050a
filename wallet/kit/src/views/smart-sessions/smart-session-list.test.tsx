import type { SmartSession } from '@bullring/accounts-api/sessions/sessions-api'
import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { parseEther } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { embeddedConnectorOf } from '#connectors/embedded/embedded-connector.ts'
import { embeddedWalletOnDemand } from '#connectors/embedded/embedded-wallet-on-demand.ts'
import { createTestKit, renderKit } from '#testing/render-kit.tsx'
import { type FrameHandlers, installTestFrame, TEST_FRAME_ORIGIN } from '#testing/test-frame.ts'
import { type ServiceReply, startTestService, type TestService } from '#testing/test-service.ts'

const SMART = '0x000000000000000000000000000000000000dEaD'
const MARKET = '0x000000000000000000000000000000000000bEEF'

let service: TestService | undefined
afterEach(() => {
  cleanup()
  service?.stop()
  vi.restoreAllMocks()
  localStorage.clear()
})

function sessionOf(index: number, change: Partial<SmartSession> = {}): SmartSession {
  const word = `0x${`${index}`.repeat(64)}` as const
  return {
    pci: word,
    chainId: 'eip155:56',
    createdAt: 0,
    revokedAt: null,
    expiry: Math.floor(Date.now() / 1_000) + 3_600,
    spent: `${parseEther('0.25')}`,
    session: {
      key: { x: word, y: word },
      valuePerCall: `${parseEther('0.05')}`,
      totalValue: `${parseEther('1')}`,
      callsPerPeriod: 5,
      period: 60,
      expiresAt: 2_000_000_000,
      methods: [{ to: MARKET, selector: '0x57fb096f' }],
    },
    ...change,
  }
}

async function connectTo(reply: ServiceReply, handlers: FrameHandlers = {}) {
  service = await startTestService(() => reply)
  const frame = installTestFrame({
    GET_USER: () => ({
      address: SMART,
      chainId: 56,
      accounts: [{ address: SMART, type: 'smartAccount' }],
    }),
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({ smartAccountEnabledNetworks: [56] }),
    ...handlers,
  })
  const embedded = embeddedWalletOnDemand({ frameUrl: TEST_FRAME_ORIGIN, projectId: 'test' })
  const kit = createTestKit([embedded], { servicesUrl: service.url })
  renderKit(kit)
  await act(() => kit.connections.connect(kit.connections.getState().connectors[0]?.uid ?? ''))
  return { frame, user: userEvent.setup(), kit }
}

async function openSessions(reply: ServiceReply, handlers?: FrameHandlers) {
  const { frame, user, kit } = await connectTo(reply, handlers)
  act(() => kit.modal.open('AccountSettings'))
  await user.click(await screen.findByRole('button', { name: /Smart Sessions/ }))
  return { frame, user }
}

describe('SmartSessionList', () => {
  test('lists active, expired and revoked sessions, reached from the settings', async () => {
    const pcis = [
      sessionOf(1),
      sessionOf(2, { expiry: 1, spent: '0' }),
      sessionOf(3, { revokedAt: 1_700_000_000, expiry: 1 }),
    ]
    const { user } = await openSessions({ body: { pcis, takesCalls: true } })
    expect(await screen.findByText('Up to 0.05 BNB at a time')).toBeTruthy()
    expect(screen.getByText('0.25 BNB of 1 BNB used')).toBeTruthy()
    expect(screen.getByText(/^until /)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Revoke' })).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: 'Expired' }))
    expect(screen.getByText(/^expired /)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Revoke' })).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Revoked' }))
    expect(screen.getByText(/^revoked .*2023/)).toBeTruthy()
  })

  test('revokes a session with the approval of the user', async () => {
    const session = sessionOf(1)
    const { frame, user } = await openSessions(
      { body: { pcis: [session], takesCalls: true } },
      { RPC_REQUEST: () => `0x${'ab'.repeat(65)}` },
    )
    await user.click(await screen.findByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('No active sessions')).toBeTruthy()
    expect(frame.payloads.RPC_REQUEST).toMatchObject({
      method: 'wallet_revokePermissions',
      params: [{ pci: session.pci }],
    })
  })

  test('error: reports a revocation that fails, and keeps the session', async () => {
    const { user } = await openSessions(
      { body: { pcis: [sessionOf(1)], takesCalls: true } },
      { RPC_REQUEST: () => new Error('Try later') },
    )
    await user.click(await screen.findByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('Error revoking smart session')).toBeTruthy()
    expect(screen.getByText('Up to 0.05 BNB at a time')).toBeTruthy()
  })

  test('error: reports that the code of the wallet did not load, and keeps the session', async () => {
    const { user, kit } = await connectTo({ body: { pcis: [sessionOf(1)], takesCalls: true } })
    const connector = embeddedConnectorOf(kit.config)
    if (connector === undefined) throw new Error('Expected an embedded wallet.')
    connector.loadWallet = () => Promise.reject(new TypeError('Failed to fetch'))
    act(() => kit.modal.open('SmartSessionList'))
    await user.click(await screen.findByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('Error revoking smart session')).toBeTruthy()
    expect(screen.getByText('Up to 0.05 BNB at a time')).toBeTruthy()
  })

  test('says when there are none, when they fail to load, and when they are not offered', async () => {
    await openSessions({ body: { pcis: [], takesCalls: true } })
    expect(await screen.findByText('No active sessions')).toBeTruthy()
    cleanup()
    service?.stop()
    await openSessions({ status: 422, body: {} })
    expect(await screen.findByText('Error fetching smart sessions')).toBeTruthy()
    cleanup()
    service?.stop()
    await openSessions({ status: 404, body: {} })
    expect(await screen.findByText('Sessions are not offered here')).toBeTruthy()
  })
})
