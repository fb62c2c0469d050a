import { describe, expect, test } from 'vitest'
import { createAlerts } from './alerts.ts'

describe('createAlerts', () => {
  test.each([
    ['Unauthorized: origin not allowed', 'Invalid App Configuration'],
    ['close 3000: Unauthorized: invalid key', 'Invalid App Configuration'],
    ['JWT validation error: JWT Token is not yet valid: 1', 'Session Expired'],
  ])('"%s" shows "%s"', (message, text) => {
    const alerts = createAlerts(true)
    expect(alerts.showFor(new Error(message))).toBe(true)
    expect(alerts.getState().alert?.text).toBe(text)
  })

  test.each([
    ['networkNotFound', 'Network Not Found'],
    ['projectIdMissing', 'Project ID Not Configured'],
    ['embeddedWalletTimeout', 'Invalid App Configuration'],
  ] as const)('%s shows "%s"', (name, text) => {
    const alerts = createAlerts(true)
    alerts.show(name)
    expect(alerts.getState().alert?.text).toBe(text)
    alerts.hide()
    expect(alerts.getState().alert).toBeNull()
  })

  test('stays hidden when alerts are off, and for other errors', () => {
    const silent = createAlerts(false)
    silent.show('projectIdMissing')
    expect(silent.getState().alert).toBeNull()
    expect(createAlerts(true).showFor(new Error('timeout'))).toBe(false)
  })
})
