import styles from './skeleton.module.css'

/** A bar as wide as the text that will stand there, so that nothing moves when it comes. */
export function Skeleton({ characters }: { characters: number }) {
  return <span className={styles['bar']} style={{ width: `${characters}ch` }} aria-hidden="true" />
}
