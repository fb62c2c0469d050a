import { useState } from 'react'
import styles from './wallet-image.module.css'

type WalletImageProps = {
  name: string
  /** URL of the image; null shows the first letter of the name. */
  source: string | null
  /** Width and height in pixels. */
  size?: number
  /** A circle instead of a rounded square. */
  isRound?: boolean
}

/**
 * The image of a wallet, network or token; its first letter in a neutral frame while there is none. A
 * coloured tile would look like an imitation of the wallet's own icon.
 */
export function WalletImage({ name, source, size = 40, isRound }: WalletImageProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const radius = isRound === true ? size / 2 : size * 0.26
  const style = { width: size, height: size, borderRadius: radius }
  if (source === null || source === broken) {
    return (
      <span className={styles['letter']} style={{ ...style, fontSize: size * 0.44 }} aria-hidden>
        {name.trim().charAt(0).toUpperCase()}
      </span>
    )
  }
  return (
    <img
      className={styles['image']}
      style={style}
      src={source}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      onError={() => setBroken(source)}
    />
  )
}
