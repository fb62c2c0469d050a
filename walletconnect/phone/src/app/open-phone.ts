import { createIndexedDbStorage } from '@bullring/walletconnect/indexed-db-storage'
import { createWalletClient } from '@bullring/walletconnect/wallet'
import { requestJson } from '@bullring/wire/http/request-json'
import { PhoneConfig } from '@bullring/wire/local/phone-config'
import { openPhoneStorage } from '#account/phone-storage.ts'
import { Phone } from '#wallet/phone.ts'
import { signInLimits } from '#wallet/read-proposal.ts'

/** Reads the configuration, and opens the wallet with what this browser has stored. */
export async function openPhone(): Promise<Phone> {
  const config = withWholeUrls(await requestJson({ url: '/config.json', schema: PhoneConfig }))
  const client = await createWalletClient({
    relayUrl: config.relayUrl,
    projectId: config.projectId,
    storage: createIndexedDbStorage(),
    signIn: signInLimits(config),
    metadata: {
      name: 'Test wallet',
      description: 'A wallet with test keys for chains on this machine.',
      url: location.origin,
      icons: [`${location.origin}/icon-192.png`],
    },
  })
  return await Phone.open({ config, client, storage: openPhoneStorage() })
}

function withWholeUrls(config: PhoneConfig): PhoneConfig {
  const chains = config.chains.map((chain) => ({
    ...chain,
    rpcUrl: new URL(chain.rpcUrl, location.origin).href,
  }))
  return { ...config, chains }
}
