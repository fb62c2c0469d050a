import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { accountDepsOf } from '#react/account/account-deps.ts'
import { openAccountView } from '#testing/open-account-view.tsx'
import { startTestService, type TestService } from '#testing/test-service.ts'
import { TEST_ADDRESS } from '#testing/test-wallet.ts'

let service: TestService | undefined
afterEach(() => {
  cleanup()
  service?.stop()
})

type Reply = { status?: number; body: unknown }

const TAKEN = {
  body: {
    name: 'bullfan.arena.test',
    registered: 1,
    updated: 1,
    attributes: [],
    addresses: { '2147483704': { address: TEST_ADDRESS, created: 1 } },
  },
}
const problem = (status: number, detail: string) => ({
  status,
  body: { type: 'about:blank', title: 't', status, code: 'names.unavailable', detail },
})

const SUGGESTIONS = { body: { suggestions: [{ name: 'bullfan1', registered: false }] } }

/** Opens the view. `account` is the reply to a look-up, `register` the reply to a registration. */
async function open(
  account: Reply,
  register: Reply = { body: { success: true } },
  suggestions: Reply = SUGGESTIONS,
) {
  const bodies: unknown[] = []
  const replies = { account }
  service = await startTestService((path, { body }) => {
    if (path.endsWith('zone')) return { body: { zone: 'arena.test' } }
    if (path.includes('suggestions')) return suggestions
    if (path.endsWith('profile/account')) {
      bodies.push(body)
      return register
    }
    return path.includes('profile/account') ? replies.account : { status: 404, body: '' }
  })
  const { kit } = await openAccountView('Account', { servicesUrl: service.url })
  const sign = vi.fn(() => Promise.resolve('0xaa' as const))
  accountDepsOf(kit).chain.signMessage = sign
  act(() => kit.modal.open('RegisterAccountName'))
  await userEvent.type(await screen.findByLabelText('Name'), 'bullfan')
  return { kit, sign, bodies, replies, toast: () => kit.toasts.getState().toast?.text }
}

const register = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Register' })

describe('RegisterAccountName', () => {
  test('signs and registers a free name once', async () => {
    const { sign, bodies } = await open({ status: 404, body: '' })
    expect(await screen.findByText('Available')).toBeDefined()
    await userEvent.dblClick(await register())
    expect(await screen.findByText('Account name chosen successfully')).toBeDefined()
    expect(sign).toHaveBeenCalledTimes(1)
    expect(bodies).toHaveLength(1)
    expect(bodies[0]).toMatchObject({ coin_type: 2_147_483_704, address: TEST_ADDRESS })
    const { message } = bodies[0] as { message: string }
    expect(JSON.parse(message)).toMatchObject({ name: 'bullfan.arena.test', attributes: {} })
  })
  test('offers free names in place of a registered one', async () => {
    await open(TAKEN)
    expect(await screen.findByText('Registered')).toBeDefined()
    expect((await register()).disabled).toBe(true)
    await userEvent.click(await screen.findByRole('button', { name: 'bullfan1' }))
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('bullfan1')
    const request = service?.requests.find(({ pathname }) => pathname.includes('suggestions'))
    expect(request?.searchParams.get('zone')).toBe('arena.test')
  })
  test('error: says that free names could not be loaded', async () => {
    await open(TAKEN, undefined, { status: 400, body: '' })
    expect(await screen.findByText('Error fetching name suggestions')).toBeDefined()
  })

  test('error: a failed look-up is not "Available", and can be repeated', async () => {
    const { replies } = await open({ status: 400, body: '' })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.queryByText('Available')).toBeNull()
    expect((await register()).disabled).toBe(true)
    replies.account = { status: 404, body: '' }
    await userEvent.click(retry)
    expect(await screen.findByText('Available')).toBeDefined()
  })
  test('error: shows why a name is refused', async () => {
    await open(problem(409, 'This name is reserved.'))
    expect(await screen.findByText('This name is reserved.')).toBeDefined()
  })
  test('error: shows why the registration is refused', async () => {
    const refused = problem(409, 'This account already has a name.')
    const { toast } = await open({ status: 404, body: '' }, refused)
    await screen.findByText('Available')
    await userEvent.click(await register())
    await waitFor(() => expect(toast()).toBe('This account already has a name.'))
  })
  test('error: names what could not be registered where no reason is known', async () => {
    const { toast } = await open({ status: 404, body: '' }, { status: 500, body: '' })
    await screen.findByText('Available')
    await userEvent.click(await register())
    await waitFor(() => expect(toast()).toBe('Error registering name bullfan.arena.test'))
  })
  test('error: says what is wrong with the name', async () => {
    await open({ status: 404, body: '' })
    await userEvent.type(screen.getByLabelText('Name'), '!')
    expect(
      await screen.findByText('Can only contain letters, numbers and - characters'),
    ).toBeDefined()
    await userEvent.clear(screen.getByLabelText('Name'))
    await userEvent.type(screen.getByLabelText('Name'), 'abc')
    expect(await screen.findByText('Name must be at least 4 characters long')).toBeDefined()
    await userEvent.paste('a'.repeat(61))
    expect(await screen.findByText('Name must be at most 63 characters long')).toBeDefined()
  })
})
