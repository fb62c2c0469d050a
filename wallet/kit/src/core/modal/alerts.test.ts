import { describe, expect, test, vi } from 'vitest'
import { ALERT_MESSAGES } from './alert-messages.ts'
import { createAlerts } from './alerts.ts'

describe('createAlerts', () => {
  test.each([
    ['Unauthorized: origin not allowed', 'Invalid App Configuration'],
    ['close 3000: Unauthorized: invalid key', 'Invalid Project ID'],
    ['JWT validation error: JWT Token is not yet valid: 1', 'Session Expired'],
  ])('"%s" shows "%s"', (message, text) => {
    const alerts = createAlerts(true, vi.fn(), ALERT_MESSAGES)
    expect(alerts.showFor(new Error(message))).toBe(true)
    expect(alerts.getState().alert?.text).toBe(text)
  })

  test.each([
    ['networkNotFound', 'Network Not Found'],
    ['projectIdMissing', 'Project ID Not Configured'],
    ['embeddedWalletTimeout', 'Invalid App Configuration'],
  ] as const)('%s shows "%s"', (name, text) => {
    const alerts = createAlerts(true, vi.fn(), ALERT_MESSAGES)
    alerts.show(name)
    expect(alerts.getState().alert?.text).toBe(text)
    alerts.hide()
    expect(alerts.getState().alert).toBeNull()
  })

  test('reports each alert once to the operator when the bar is off', () => {
    const report = vi.fn()
    vi.stubGlobal('reportError', report)
    const silent = createAlerts(false, vi.fn(), ALERT_MESSAGES)
    silent.show('projectIdMissing')
    silent.show('projectIdMissing')
    silent.show('networkNotFound')
    vi.unstubAllGlobals()
    expect(silent.getState().alert).toBeNull()
    expect(report.mock.calls.map(([error]) => error.message)).toEqual([
      'Project ID Not Configured: Pass a projectId to createWalletKit.',
      expect.stringContaining('Network Not Found'),
    ])
  })

  test('writes an alert to the log', () => {
    const log = vi.fn()
    createAlerts(true, log, ALERT_MESSAGES).show('projectIdMissing')
    expect(log).toHaveBeenCalledExactlyOnceWith('error', 'Project ID Not Configured', {
      detail: 'Pass a projectId to createWalletKit.',
    })
  })

  test('tells visitors in their language what they can change', () => {
    const translated = Object.fromEntries(
      Object.keys(ALERT_MESSAGES).map((key) => [key, `translated ${key}`]),
    )
    const alerts = createAlerts(true, vi.fn(), translated as typeof ALERT_MESSAGES)
    for (const name of ['sessionExpired', 'socialLoginTimeout', 'embeddedWalletTimeout'] as const) {
      alerts.show(name)
      const alert = { text: `translated ${name}`, detail: `translated ${name}Detail` }
      expect(alerts.getState().alert).toEqual(alert)
    }
  })

  test('shows nothing for other errors', () => {
    expect(createAlerts(true, vi.fn(), ALERT_MESSAGES).showFor(new Error('timeout'))).toBe(false)
  })
})
