import { FrameConfig, FrameConfigQuery } from '@bullring/login-api/custody-api/config'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { findPublicChain } from '@bullring/wire/chain/public-chain'
import type { CustodyConfig } from '../config.ts'

type Deps = Pick<
  CustodyConfig,
  'projects' | 'vault' | 'bundler' | 'chainIds' | 'markets' | 'farcaster'
> & {
  socials: FrameConfig['socials']
}

/** GET /config.json. */
export function configOperations({
  projects,
  vault,
  socials,
  bundler,
  chainIds,
  markets,
  farcaster,
}: Deps): readonly Operation[] {
  const chains = chainIds.map(toChain)
  return [
    defineOperation({
      method: 'get',
      path: '/config.json',
      summary: 'What the frame needs to know about its installation',
      query: FrameConfigQuery,
      response: FrameConfig,
      errors: [429],
      handler: ({ query: { projectId } }, c) => {
        c.header('cache-control', 'no-cache')
        const origins = projects.get(projectId ?? '') ?? []
        const vaultUrl = vault.publicUrl
        return {
          origins: [...origins],
          vaultUrl,
          socials,
          chains,
          markets: [...markets],
          hasFarcaster: farcaster !== null,
          smartAccountChainIds: bundler === null ? [] : chainIds.slice(0, 1),
        }
      },
    }),
  ]
}

function toChain(id: number): FrameConfig['chains'][number] {
  const known = findPublicChain(id)
  const coin = known?.coin ?? 'BNB'
  return {
    id,
    name: known?.name ?? 'Local chain',
    nativeCurrency: { name: coin, symbol: coin, decimals: 18 },
    explorerUrl: known?.explorerUrl ?? null,
  }
}
