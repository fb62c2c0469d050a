import { type ReactNode, useId } from 'react'
import type { Address } from 'viem'
import type { Round } from '#api/round/round.ts'
import type { RoundEvidence } from '#chain/contract/round-evidence.ts'
import { formatAddress } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { RoundProof } from './derive-proof.ts'
import { PayoutNumbers, PoolNumbers, ResultNumbers, TimesNumbers } from './proof-numbers.tsx'
import styles from './proof-steps.module.css'
import { StrikeNumbers } from './strike-numbers.tsx'
import { PROOF_STEP_MESSAGES, VERIFY_MESSAGES } from './verify-messages.ts'

/** The overall result. */
export function Verdict({ isProven }: { isProven: boolean }) {
  const messages = useMessages(VERIFY_MESSAGES)
  return (
    <p className={classNames(styles['verdict'], !isProven && styles['wrong'])} role="status">
      <Icon name={isProven ? 'check' : 'close'} />
      {isProven ? messages.proven : messages.notProven}
    </p>
  )
}

type ProofStepsProps = {
  /** Null while loading. */
  proof: RoundProof | null
  evidence: RoundEvidence | null
  round: Round
}

/** Each step of the derivation with its numbers. */
export function ProofSteps({ proof, evidence, round }: ProofStepsProps) {
  const messages = useMessages(PROOF_STEP_MESSAGES)
  const step = (name: keyof typeof messages, numbers: ReactNode) => (
    <Step name={messages[name]} isProven={proof?.[name].isProven ?? null}>
      {numbers}
    </Step>
  )
  const isReady = proof !== null && evidence !== null
  return (
    <ol className={styles['steps']} aria-busy={!isReady}>
      {step('times', isReady && <TimesNumbers proof={proof} evidence={evidence} round={round} />)}
      {step('lock', isReady && <StrikeNumbers proof={proof.lock} shown={round.lockPrice} />)}
      {step('close', isReady && <StrikeNumbers proof={proof.close} shown={round.closePrice} />)}
      {step('pool', isReady && <PoolNumbers proof={proof} />)}
      {step('result', isReady && <ResultNumbers proof={proof} />)}
      {step('payout', isReady && <PayoutNumbers proof={proof} evidence={evidence} />)}
    </ol>
  )
}

/** @param props.isProven - Null while loading. */
function Step(props: { name: string; isProven: boolean | null; children: ReactNode }) {
  const { name, isProven, children } = props
  const messages = useMessages(VERIFY_MESSAGES)
  const headingId = useId()
  const tone = isProven === null ? 'reading' : isProven ? 'proven' : 'wrong'
  const stateText = {
    reading: messages.reading,
    proven: messages.isProven,
    wrong: messages.isNotProven,
  }[tone]
  return (
    <li className={classNames(styles['step'], styles[tone])} aria-labelledby={headingId}>
      <span className={styles['mark']} aria-hidden="true">
        {isProven !== null && <Icon name={isProven ? 'check' : 'close'} size={12} />}
      </span>
      <h3 id={headingId}>
        {name} <VisuallyHidden>{stateText}</VisuallyHidden>
      </h3>
      {children}
    </li>
  )
}

type ChainAddressProps = { address: Address; explorerUrl: string | null }

/** A shortened address, linked to the explorer if the chain has one. */
export function ChainAddress({ address, explorerUrl }: ChainAddressProps) {
  if (explorerUrl === null) return <span title={address}>{formatAddress(address)}</span>
  return (
    <a href={`${explorerUrl}/address/${address}`} target="_blank" rel="noreferrer">
      {formatAddress(address)}
    </a>
  )
}
