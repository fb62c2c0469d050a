import { bsc, localhost } from 'viem/chains'
import { expect, test } from 'vitest'
import { toCaipNetwork } from './caip-network.ts'

const SERVICES = {
  catalogueUrl: 'https://wallets.example/',
  servicesUrl: 'https://services.example/',
  projectId: 'p',
  chainImages: {},
}

test('describes a configured chain by its CAIP-2 id (R-NETWORK-1)', () => {
  const { http } = bsc.rpcUrls.default
  expect(toCaipNetwork(bsc, SERVICES)).toEqual({
    id: 56,
    caipNetworkId: 'eip155:56',
    chainNamespace: 'eip155',
    name: 'BNB Smart Chain',
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: {
      default: { http: ['https://services.example/v1/?chainId=eip155%3A56&projectId=p'] },
      chainDefault: { http },
    },
    assets: {
      imageId: '93564157-2e8e-4ce7-81df-b264dbee9b00',
      imageUrl:
        'https://wallets.example/public/getAssetImage/93564157-2e8e-4ce7-81df-b264dbee9b00?projectId=p',
    },
  })
})

test('uses the app’s image and nodes where there is no service', () => {
  const chainImages = { 1337: 'data:image/png;base64,AA==' }
  const { rpcUrls, assets } = toCaipNetwork(localhost, { projectId: 'p', chainImages })
  expect(rpcUrls.default).toEqual(localhost.rpcUrls.default)
  expect(assets).toEqual({ imageId: null, imageUrl: chainImages[1337] })
})
