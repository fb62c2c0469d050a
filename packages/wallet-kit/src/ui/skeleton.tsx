import styles from './skeleton.module.css'

/** Stands where something will be, in its final size. */
export function Skeleton({
  width,
  height,
  round,
}: {
  width: string
  height: string
  round?: string
}) {
  return (
    <span
      className={styles['skeleton']}
      style={{ width, height, ...(round !== undefined && { borderRadius: round }) }}
      aria-hidden
    />
  )
}
