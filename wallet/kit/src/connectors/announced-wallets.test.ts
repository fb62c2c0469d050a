import { bsc } from 'viem/chains'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createConfig, http, injected } from 'wagmi'
import { repairAnnouncements } from './announced-wallets.ts'
import { createWagmiConnections } from './wagmi-connections.ts'

const FOX = { uuid: 'f-1', name: 'Fox', icon: 'data:image/png;base64,AA==', rdns: 'io.fox' }

const newProvider = () => ({
  request: () => Promise.resolve([]),
  on: () => undefined,
  removeListener: () => undefined,
})

let stops: (() => void)[] = []
let warn = vi.spyOn(console, 'warn')

beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  stops = [repairAnnouncements(window)]
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.restoreAllMocks()
})

/** Announces as an extension does: at once, and whenever the page requests it. */
function announce(detail: unknown): void {
  const send = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', send)
  stops.push(() => window.removeEventListener('eip6963:requestProvider', send))
  send()
}

function openPage() {
  const config = createConfig({
    chains: [bsc],
    connectors: [injected()],
    transports: { [bsc.id]: http('http://127.0.0.1:9') },
    storage: null,
  })
  return createWagmiConnections(config)
}

const listed = (page: ReturnType<typeof openPage>) =>
  page.getState().connectors.filter(({ type }) => type === 'ANNOUNCED')

const throwing = (key: string) =>
  Object.defineProperty({ ...FOX, uuid: 'odd', name: 'Odd', rdns: 'io.odd' }, key, {
    enumerable: true,
    get: () => {
      throw new Error('No')
    },
  })

const ODD: [string, unknown][] = [
  ['no rdns', { uuid: 'odd', name: 'Odd', icon: FOX.icon }],
  ['no name', { uuid: 'odd', icon: FOX.icon, rdns: 'io.odd' }],
  ['no icon', { uuid: 'odd', name: 'Odd', rdns: 'io.odd' }],
  ['no uuid', { name: 'Odd', icon: FOX.icon, rdns: 'io.odd' }],
  ['nothing', {}],
  ['null', null],
  ['no info', undefined],
  ['a text as info', 'Odd'],
  ['a number as rdns', { ...FOX, uuid: 'odd', rdns: 7 }],
  ['an rdns without a domain', { ...FOX, uuid: 'odd', rdns: 'walletConnect' }],
  ['an object as name', { ...FOX, uuid: 'odd', name: {}, rdns: 'io.odd' }],
  ['null as icon', { ...FOX, uuid: 'odd', icon: null, rdns: 'io.odd' }],
  ['a number as icon', { ...FOX, uuid: 'odd', icon: 7, rdns: 'io.odd' }],
  ['the uuid of another wallet', { ...FOX, name: 'Odd', rdns: 'io.odd' }],
  ['the icon and rdns of another wallet', { ...FOX, uuid: 'odd', name: 'Odd' }],
  [
    'the name and rdns of another wallet',
    { ...FOX, uuid: 'odd', icon: 'data:image/png;base64,BB==' },
  ],
  ['a name that throws', throwing('name')],
  ['an rdns that throws', throwing('rdns')],
  ['an icon that throws', throwing('icon')],
  ['another property that throws', throwing('extra')],
]

describe('repairAnnouncements', () => {
  test.each(ODD)('lists a wallet with %s beside others, announced first', (_, info) => {
    announce({ info, provider: newProvider() })
    announce({ info: FOX, provider: newProvider() })
    const [odd, fox] = listed(openPage())
    expect(odd).toMatchObject({ name: expect.any(String), rdns: expect.stringContaining('.') })
    expect(fox).toMatchObject({ name: 'Fox', rdns: expect.stringContaining('.'), icon: FOX.icon })
  })

  test.each(ODD)('lists a wallet with %s that is announced after the page', (_, info) => {
    announce({ info: FOX, provider: newProvider() })
    const page = openPage()
    announce({ info, provider: newProvider() })
    announce({ info: { ...FOX, uuid: 'late', rdns: 'io.late' }, provider: newProvider() })
    expect(listed(page)).toHaveLength(3)
    expect(listed(page).at(-1)).toMatchObject({ rdns: 'io.late' })
  })

  test.each([
    ['no provider', { info: FOX }],
    ['null as provider', { info: FOX, provider: null }],
    ['no detail', undefined],
    ['null', null],
    ['a text', 'Odd'],
    [
      'a provider that throws',
      {
        info: FOX,
        get provider() {
          throw new Error('No')
        },
      },
    ],
  ])('leaves out an announcement with %s', (_, detail) => {
    announce(detail)
    announce({ info: { ...FOX, uuid: 'f-2', rdns: 'io.fox.two' }, provider: newProvider() })
    expect(listed(openPage())).toMatchObject([{ rdns: 'io.fox.two' }])
    expect(warn).toHaveBeenCalledOnce()
  })

  test('reports a repaired wallet once, and nothing about others', () => {
    announce({ info: FOX, provider: newProvider() })
    openPage()
    expect(warn).not.toHaveBeenCalled()
    announce({
      info: { ...FOX, uuid: 'odd', name: 'Odd', rdns: undefined },
      provider: newProvider(),
    })
    openPage()
    expect(warn.mock.calls).toEqual([['[wallet-kit] Odd announces no valid rdns: listed without.']])
  })

  test('lists a wallet once that announces a new provider each time', () => {
    const page = openPage()
    for (const uuid of ['a', 'a', 'b'])
      announce({ info: { ...FOX, uuid }, provider: newProvider() })
    expect(listed(page)).toHaveLength(1)
  })

  test('lists each of two wallets without names, once', () => {
    announce({ info: {}, provider: newProvider() })
    announce({ info: {}, provider: newProvider() })
    const page = openPage()
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(listed(page).map(({ rdns }) => rdns)).toEqual([
      'unnamed.unnamed-wallet',
      'unnamed1.unnamed-wallet',
    ])
  })

  test('repairs an announcement once where two pages of the app repair', () => {
    stops.push(repairAnnouncements(window))
    announce({ info: {}, provider: newProvider() })
    expect(listed(openPage())).toHaveLength(1)
  })
})

test('two copies of the kit on a page repair an announcement once', async () => {
  vi.resetModules()
  const copy = await import('./announced-wallets.ts')
  stops.push(copy.repairAnnouncements(window))
  announce({ info: { ...FOX, rdns: undefined }, provider: newProvider() })
  expect(listed(openPage()).map(({ name }) => name)).toEqual(['Fox'])
})
