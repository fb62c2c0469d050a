import { describe, expect, test } from 'vitest'
import { trustedImage } from './trusted-image.ts'

describe('trustedImage', () => {
  test.each([
    ['data:image/png;base64,AA', undefined, 'data:image/png;base64,AA'],
    ['https://wallet.example/a.png', 'https://wallet.example/api', 'https://wallet.example/a.png'],
    ['https://stranger.example/a.png', 'https://wallet.example', null],
    ['https://stranger.example/a.png', undefined, null],
    ['javascript:alert(1)', 'https://wallet.example', null],
    ['data:text/html,x', 'https://wallet.example', null],
    [null, 'https://wallet.example', null],
  ])('%s with a service at %s: %s', (source, servicesUrl, expected) => {
    expect(trustedImage(source, servicesUrl)).toBe(expected)
  })
})
