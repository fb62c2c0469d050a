import { useEffect } from 'react'
import { useConnect, useConnection, useConnectors } from 'wagmi'
import { BURNER_CONNECTOR_ID } from '#chain/burner-connector.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { useToastStore } from '#ui/toast-store.ts'
import styles from './connect-dialog.module.css'
import { connectMessage } from './connect-message.ts'
import { CONNECT_WORDS } from './connect-words.ts'
import { type WalletChoice, walletChoices } from './wallet-choices.ts'

/** Lists the wallets found and connects the chosen one. Closes itself once connected. */
export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const toasts = useToastStore()
  const { status } = useConnection()
  const { mutate, variables, isPending } = useConnect({
    mutation: { onError: (error) => toasts.show(connectMessage(error)) },
  })
  const choices = walletChoices(useConnectors(), hasEthereum(), BURNER_CONNECTOR_ID)
  const hasOwnWallet = choices.some(({ kind }) => kind !== 'play-money')

  useEffect(() => {
    if (status === 'connected') onClose()
  }, [status, onClose])

  return (
    <Dialog title={CONNECT_WORDS.title} onClose={onClose}>
      <div className={styles['body']}>
        <p className={styles['lead']}>{CONNECT_WORDS.lead}</p>
        {!hasOwnWallet && <NoWallet />}
        <ul className={styles['list']}>
          {choices.map((choice) => (
            <li key={choice.connector.uid}>
              <ChoiceButton
                choice={choice}
                isDisabled={isPending}
                isPending={isPending && variables.connector === choice.connector}
                onChoose={() => mutate({ connector: choice.connector })}
              />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

type ChoiceButtonProps = {
  choice: WalletChoice
  isDisabled: boolean
  isPending: boolean
  onChoose: () => void
}

function ChoiceButton({ choice, isDisabled, isPending, onChoose }: ChoiceButtonProps) {
  const hint = choice.kind === 'play-money' ? CONNECT_WORDS.playMoneyHint : CONNECT_WORDS.installed
  return (
    <button
      type="button"
      className={classNames(styles['choice'], styles[choice.kind])}
      disabled={isDisabled}
      onClick={onChoose}
    >
      <span className={styles['icon']}>
        {choice.icon === null ? (
          <Icon name="wallet" size={22} />
        ) : (
          <img src={choice.icon} alt="" width={40} height={40} />
        )}
      </span>
      <span>
        <b>{choice.name}</b>
        <span className={styles['hint']}>{isPending ? CONNECT_WORDS.waiting : hint}</span>
      </span>
    </button>
  )
}

/** What to do without a wallet. */
function NoWallet() {
  return (
    <section className={styles['none']}>
      <h3>{CONNECT_WORDS.noneTitle}</h3>
      <p>{CONNECT_WORDS.noneText}</p>
      <Button tone="quiet" size="small" onClick={() => window.location.reload()}>
        {CONNECT_WORDS.reload}
      </Button>
    </section>
  )
}

function hasEthereum(): boolean {
  return 'ethereum' in window
}
