import { fromBase64Url } from '@bullring/login-api/base64url'
import type { CustodySession } from '@bullring/login-api/custody-api/session'
import { seal } from '@bullring/login-api/sealed-bytes'
import { recoveryContext } from '@bullring/login-api/vault-api/recovery'
import { type Device, loadDevice } from '#device/device.ts'
import { createDeviceShares } from '#device/device-shares.ts'
import { createMemoryStorage } from '#device/frame-storage.ts'
import type { EnrolmentDeps } from '#login/wallet-enrolment.ts'
import type { CustodyClient } from '#services/custody-client.ts'
import type { VaultClient } from '#services/vault-client.ts'

const TOKEN = 'a'.repeat(43)
const USER_ID = '00000000-0000-4000-8000-000000000001'

/** Point at which a call is cut off: the request never arrives, or its response does not. */
export type Cut = { call: string; isReceived: boolean }

/** Both services as far as enrolment needs them: they store and return shares, as the real ones do. */
export function createTestBackend() {
  let wallet: CustodySession['wallet'] = null
  let recoveryShare = ''
  const authShares = new Map<string, string>()
  const vaultShares = new Map<string, string>()
  const calls: string[] = []
  let cut: Cut | undefined

  /** Runs `store` as the server would, unless the connection breaks. */
  function receive<result>(call: string, store: () => result): Promise<result> {
    calls.push(call)
    if (cut?.call === call && !cut.isReceived) return Promise.reject(new Error('cut off'))
    const result = store()
    return cut?.call === call ? Promise.reject(new Error('cut off')) : Promise.resolve(result)
  }

  const sessionOf = (device: Device): CustodySession => ({
    user: {
      id: USER_ID,
      email: 'ada@example.com',
      name: null,
      provider: 'email',
      loginEmail: 'ada@example.com',
    },
    wallet,
    hasAuthShare: authShares.has(device.id),
    authTime: 1,
    expiresAt: 2_000_000_000,
  })

  function custodyOf(device: Device): Partial<CustodyClient> {
    return {
      readSession: () => receive('session', () => sessionOf(device)),
      createWallet: (body) =>
        receive('create', () => {
          wallet = { id: body.walletId, evm: body.evm as `0x${string}`, solana: body.solana }
          recoveryShare = body.recoveryShare
          authShares.set(device.id, body.authShare)
          return { stored: true as const }
        }),
      readEmailReceipt: () => Promise.resolve({ receipt: 'd.e.f' }),
      readAuthShare: ({ walletId }) =>
        receive('auth-share', () => ({ walletId, share: authShares.get(device.id) ?? '' })),
      storeAuthShare: ({ share }) =>
        receive('device-share', () => {
          authShares.set(device.id, share)
          return { stored: true as const }
        }),
      readRecoveryShare: () =>
        receive('recovery-auth', () => ({ walletId: wallet?.id ?? '', share: recoveryShare })),
    }
  }

  function vaultOf(device: Device): Partial<VaultClient> {
    return {
      putRecoveryShare: ({ walletId, share }) =>
        receive('put', () => {
          vaultShares.set(walletId, share)
          return { stored: true as const }
        }),
      finishEmailUpdate: () => Promise.resolve({ email: 'ada@example.com' }),
      releaseRecoveryShare: async ({ walletId, ecdhKey }) => {
        const share = fromBase64Url(vaultShares.get(walletId) ?? '')
        const sealed = await seal(share, ecdhKey, recoveryContext(walletId, device.id))
        return receive('release', () => ({ sealed, passkeys: [] }))
      },
    }
  }

  return {
    calls,
    vaultShares,
    wallet: () => wallet,
    setCut: (next: Cut | undefined) => {
      cut = next
    },
    /** A browser: its device, storage and clients. */
    createBrowser: async () => {
      const storage = createMemoryStorage()
      const device = await loadDevice(storage)
      const deps: EnrolmentDeps = {
        startsSmart: () => false,
        custody: custodyOf(device) as CustodyClient,
        vault: vaultOf(device) as VaultClient,
        device,
        shares: createDeviceShares(storage, device),
      }
      return { ...deps, deps, signedIn: () => ({ token: TOKEN, session: sessionOf(device) }) }
    },
  }
}
