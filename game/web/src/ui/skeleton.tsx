import styles from './skeleton.module.css'

/** A placeholder as wide as the text it replaces, so that the layout does not shift. */
export function Skeleton({ characters }: { characters: number }) {
  return <span className={styles['bar']} style={{ width: `${characters}ch` }} aria-hidden="true" />
}
