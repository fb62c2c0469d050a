import Onboard from '@web3-onboard/core'
import injectedModule from '@web3-onboard/injected-wallets'
import { stringToHex } from 'viem'
import { localChain } from './local-chain.js'

const onboard = Onboard({
  wallets: [injectedModule()],
  chains: [
    {
      id: localChain.id,
      token: 'BNB',
      label: localChain.name,
      rpcUrl: localChain.rpcUrls.default.http[0],
    },
  ],
  appMetadata: { name: 'Their app', description: 'App' },
  connect: { autoConnectLastWallet: true },
})

const root = document.getElementById('root')
root.innerHTML = `
  <button type="button" id="connect">Connect Wallet</button>
  <p role="status"></p>
  <button type="button" id="sign">Sign</button>
  <output></output>`
const [status, output] = [root.querySelector('p'), root.querySelector('output')]

onboard.state.select('wallets').subscribe(([wallet]) => {
  const address = wallet?.accounts[0]?.address
  status.textContent = address === undefined ? 'disconnected' : `connected ${address}`
})
root.querySelector('#connect').addEventListener('click', () => onboard.connectWallet())
root.querySelector('#sign').addEventListener('click', async () => {
  const [{ provider, accounts }] = onboard.state.get().wallets
  const params = [stringToHex('Hello'), accounts[0].address]
  output.textContent = await provider.request({ method: 'personal_sign', params })
})
