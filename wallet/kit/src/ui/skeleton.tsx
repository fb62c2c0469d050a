import styles from './skeleton.module.css'

type SkeletonProps = { width: string; height: string; radius?: string }

/** A placeholder in the final size of content that is still loading. */
export function Skeleton({ width, height, radius }: SkeletonProps) {
  return (
    <span
      className={styles['skeleton']}
      style={{ width, height, borderRadius: radius }}
      aria-hidden
    />
  )
}
