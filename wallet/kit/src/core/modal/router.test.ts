import { describe, expect, test } from 'vitest'
import { createRouter, type Router } from './router.ts'

const views = (router: Router) => router.getState().history.map(({ view }) => view)

describe('createRouter', () => {
  test('push adds a view with its data, and moves next', () => {
    const router = createRouter()
    router.push('ConnectingExternal', { connectorUid: 'a' })
    expect(views(router)).toEqual(['Connect', 'ConnectingExternal'])
    expect(router.current().data).toEqual({ connectorUid: 'a' })
    expect(router.getState().direction).toBe('next')
  })

  test('push and replace ignore the current view', () => {
    const router = createRouter()
    router.push('Connect')
    router.replace('Connect')
    expect(views(router)).toEqual(['Connect'])
  })

  test('replace swaps the last view', () => {
    const router = createRouter()
    router.push('WhatIsAWallet')
    router.replace('GetWallet')
    expect(views(router)).toEqual(['Connect', 'GetWallet'])
  })

  test('goBack moves prev and restores the data of the previous view', () => {
    const router = createRouter()
    router.push('ConnectingExternal', { connectorUid: 'a' })
    router.push('AllWallets')
    expect(router.goBack()).toBe(true)
    expect(router.current().data).toEqual({ connectorUid: 'a' })
    expect(router.getState().direction).toBe('prev')
  })

  test('reset clears the history, so there is nothing to go back to', () => {
    const router = createRouter()
    router.push('AllWallets')
    router.reset('Account')
    expect(views(router)).toEqual(['Account'])
    expect(router.goBack()).toBe(false)
  })
})
