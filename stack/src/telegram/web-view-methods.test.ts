import { expect, test } from 'vitest'
import { checkCall } from './web-view-methods.ts'

const APP = { version: '8.0', isWeb: false }

test('accepts what the documentation names', () => {
  checkCall({ method: 'web_app_ready', parameters: {} }, APP)
  checkCall({ method: 'web_app_open_link', parameters: { url: 'https://a.example/' } }, APP)
  checkCall({ method: 'iframe_ready', parameters: undefined }, { version: '8.0', isWeb: true })
})

test.each<[string, unknown, typeof APP]>([
  ['web_app_close_all', {}, APP],
  ['iframe_ready', {}, APP],
  ['web_app_request_safe_area', {}, { version: '7.10', isWeb: false }],
  ['web_app_open_link', { url: 'metamask://wc' }, APP],
  ['web_app_open_tg_link', { path_full: 'https://t.me/share/url' }, APP],
  ['web_app_setup_back_button', { is_visible: 'yes' }, APP],
  ['web_app_trigger_haptic_feedback', { type: 'impact' }, APP],
])('error: refuses %s with %j', (method, parameters, view) => {
  expect(() => checkCall({ method, parameters }, view)).toThrow(method)
})
