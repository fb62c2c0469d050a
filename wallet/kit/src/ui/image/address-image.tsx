import styles from './address-image.module.css'

/** A gradient derived from the address, so that a wrong account is easy to spot. */
export function AddressImage({ address, size }: { address: string; size: number }) {
  const hue = (from: number) => Number.parseInt(address.slice(from, from + 4), 16) % 360
  return (
    <span
      className={styles['image']}
      style={{
        width: size,
        height: size,
        backgroundImage: `linear-gradient(135deg, hsl(${hue(2)} 72% 58%), hsl(${hue(6)} 66% 38%))`,
      }}
      aria-hidden
    />
  )
}
