import { useState } from 'react'
import styles from './wallet-image.module.css'

type WalletImageProps = {
  name: string
  /** Address of the picture, or null: then the first letter stands for it. */
  source: string | null
  size?: number
}

/** A wallet's picture; its first letter on a colour of its own while there is none. */
export function WalletImage({ name, source, size = 40 }: WalletImageProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const style = { width: size, height: size, borderRadius: size * 0.26 }
  if (source === null || source === broken) {
    return (
      <span
        className={styles['letter']}
        style={{ ...style, fontSize: size * 0.44, backgroundColor: colourOf(name) }}
        aria-hidden
      >
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

/** Always the same colour for the same name, dark enough for a white letter. */
function colourOf(name: string): string {
  let hash = 0
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360
  return `hsl(${hash} 48% 36%)`
}
