import { WalletImage } from '#ui/image/wallet-image.tsx'
import { useKit } from '../kit-context.ts'

type NetworkImageProps = {
  network: { id: number; name: string } | null
  size?: number
  isRound?: boolean
}

/** Shows the network image that the app configured, else the first letter of the name. */
export function NetworkImage({ network, size = 40, isRound = false }: NetworkImageProps) {
  const { chainImages } = useKit().options
  const source = network === null ? null : (chainImages[network.id] ?? null)
  return <WalletImage name={network?.name ?? '?'} source={source} size={size} isRound={isRound} />
}
