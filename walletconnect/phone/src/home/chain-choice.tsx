import { usePhone, usePhoneState } from '#wallet/use-phone.ts'
import styles from './chain-choice.module.css'

/** The selected chain; a choice where this machine has several. */
export function ChainChoice() {
  const phone = usePhone()
  const { chainId } = usePhoneState()
  const { chains } = phone.config
  if (chains.length === 1) return <p className={styles['chain']}>{chains[0]?.name}</p>
  return (
    <label className={styles['chain']}>
      <span>Network</span>
      <select
        value={chainId}
        onChange={({ target }) => void phone.switchChain(Number(target.value))}
      >
        {chains.map(({ id, name }) => (
          <option key={id} value={id}>
            {name} ({id})
          </option>
        ))}
      </select>
    </label>
  )
}
