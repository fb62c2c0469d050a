import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGameApi, GameApiContext } from '#api/game-api.ts'
import { AppConfigContext } from '#api/market/app-config.ts'
import { changeSettings, readSettings } from '#settings/device-settings.ts'
import { testAppConfig } from '#testing/test-app-config.ts'
import { AlertSettings } from './alert-settings.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(pushKey: string | null = null) {
  return render(
    <AppConfigContext value={testAppConfig({ pushKey })}>
      <GameApiContext value={createGameApi()}>
        <QueryClientProvider client={new QueryClient()}>
          <AlertSettings />
        </QueryClientProvider>
      </GameApiContext>
    </AppConfigContext>,
  )
}

/** A browser with notifications. The browser test uses a real one: specs/home.settings.spec.ts. */
function stubNotifications(permission: NotificationPermission, decides = permission) {
  const Stub = { permission, requestPermission: vi.fn(() => Promise.resolve(decides)) }
  Stub.requestPermission.mockImplementation(() => {
    Stub.permission = decides
    return Promise.resolve(decides)
  })
  vi.stubGlobal('Notification', Stub)
  vi.stubGlobal('navigator', {
    ...navigator,
    serviceWorker: { register: vi.fn(), ready: Promise.resolve(null) },
    permissions: { query: () => Promise.reject(new Error('not there')) },
  })
  return Stub
}

const notifications = () => screen.getByRole('switch', { name: 'Notifications' })
const hint = () => document.getElementById(`${notifications().id}-hint`)?.textContent

test('sound is off until the visitor switches it on', async () => {
  open()
  const sound = screen.getByRole('switch', { name: 'Sound' })
  expect(sound).toHaveProperty('checked', false)
  await userEvent.click(sound)
  expect(readSettings().hasSound).toBe(true)
})

test('the four sounds can be tried in turn', async () => {
  open()
  const button = screen.getByRole('button', { name: 'Try the sounds' })
  for (const name of ['lock', 'win', 'loss', 'refund', 'lock']) {
    await userEvent.click(button)
    expect(screen.getByText(`This is a ${name}.`)).toBeTruthy()
  }
})

test('vibration is offered only where the device can vibrate', () => {
  open()
  expect(screen.queryByRole('switch', { name: 'Vibration' })).toBeNull()
})

test('asks for permission only when notifications are switched on', async () => {
  const browser = stubNotifications('default', 'granted')
  open()
  expect(browser.requestPermission).not.toHaveBeenCalled()
  await userEvent.click(notifications())
  await waitFor(() => expect(readSettings().hasNotifications).toBe(true))
  expect(browser.requestPermission).toHaveBeenCalledTimes(1)
  expect(notifications()).toHaveProperty('checked', true)
  await userEvent.click(notifications())
  expect(readSettings().hasNotifications).toBe(false)
})

test('says how to go on when the visitor has not decided, or has refused', async () => {
  stubNotifications('default')
  const { unmount } = open()
  await userEvent.click(notifications())
  await waitFor(() => expect(hint()).toMatch(/^The browser has not given permission/))
  expect(readSettings().hasNotifications).toBe(false)
  unmount()

  stubNotifications('default', 'denied')
  open()
  await userEvent.click(notifications())
  await waitFor(() => expect(hint()).toMatch(/^Blocked by your browser/))
  expect(notifications()).toHaveProperty('disabled', true)
})

test('shows as off when the permission was taken away later', () => {
  changeSettings({ hasNotifications: true })
  stubNotifications('denied')
  open()
  expect(notifications()).toHaveProperty('checked', false)
})

test.each([
  [undefined, 'This browser cannot show notifications.'],
  [false, 'On iPhone and iPad, add Bullring to the Home Screen and open it from there.'],
])('says why notifications are not possible (%s)', (standalone, text) => {
  vi.stubGlobal('navigator', { ...navigator, ...(standalone === false && { standalone }) })
  open()
  expect(hint()).toBe(text)
  expect(notifications()).toHaveProperty('disabled', true)
})

test.each([
  [null, 0],
  ['key', 1],
])(
  'offers notifications while the page is closed only where the operator does (%s)',
  (key, count) => {
    changeSettings({ hasNotifications: true })
    stubNotifications('granted')
    vi.stubGlobal('PushManager', class {})
    open(key)
    expect(screen.queryAllByRole('switch', { name: 'Also while Bullring is closed' })).toHaveLength(
      count,
    )
  },
)
