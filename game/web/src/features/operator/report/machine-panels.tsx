import type { OperatorReport, OperatorService } from '@bullring/game-api/operator'
import { agoText, coinsText, countText } from './figures.ts'
import styles from './machine-panels.module.css'
import { Panel, Row, Rows, State } from './panel.tsx'

const COMMIT_DIGITS = 8

/** Alerts that are raised, by the rules of ops/prometheus/rules.yml that these figures decide. */
export function AlertsPanel({ alerts }: Pick<OperatorReport, 'alerts'>) {
  return (
    <Panel title="Alerts" isWide>
      {alerts.length === 0 ? (
        <p>
          <State tone="good">none</State>
        </p>
      ) : (
        <ul className={styles['list']}>
          {alerts.map(({ rule, subject, runbook }) => (
            <li key={`${rule} ${subject}`}>
              <State tone="bad">{rule}</State> <b>{subject}</b>{' '}
              <span className={styles['soft']}>docs/runbooks/{runbook}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** The processes that settle. */
export function KeepersPanel({ report }: { report: OperatorReport }) {
  const { keepers, coin, server_time: now } = report
  return (
    <Panel title="Keeper">
      {keepers.length === 0 && (
        <p>
          <State tone="quiet">none</State> No service here has a keeper. Name its process in
          OPERATOR_SERVICES to see it.
        </p>
      )}
      {keepers.map((keeper) => (
        <div key={`${keeper.service} ${keeper.market}`} className={styles['part']}>
          <h3>
            {keeper.market}{' '}
            <State tone={keeper.is_running ? 'good' : 'bad'}>
              {keeper.is_running ? 'running' : 'stopped'}
            </State>
          </h3>
          <Rows>
            <Row name="Process">{keeper.service}</Row>
            <Row name="Last settlement">
              {keeper.settled_at === null
                ? 'none since its start'
                : agoText(keeper.settled_at, now)}
            </Row>
            <Row name="Rounds waiting">{countText(keeper.waiting)}</Row>
            <Row name="Balance">
              {keeper.balance === null ? '–' : `${coinsText(keeper.balance)} ${coin}`}
            </Row>
            <Row name="Gas price">
              {keeper.gas_price_gwei === null ? '–' : `${coinsText(keeper.gas_price_gwei)} gwei`}
            </Row>
            {keeper.alarms.length > 0 && (
              <Row name="Alarms">
                <State tone="bad">{keeper.alarms.join(', ')}</State>
              </Row>
            )}
          </Rows>
        </div>
      ))}
    </Panel>
  )
}

/** The nodes of index and keeper. */
export function NodesPanel({ nodes }: Pick<OperatorReport, 'nodes'>) {
  return (
    <Panel title="Nodes" note="Requests of the last hour">
      {nodes.map((node) => (
        <div key={node.place} className={styles['part']}>
          <h3>
            {nodes.length > 1 && `${node.place}. `}
            {node.host}{' '}
            <State tone={node.is_left_out ? 'bad' : 'good'}>
              {node.is_left_out ? 'left out' : 'used'}
            </State>
          </h3>
          <Rows>
            <Row name="Answered">{countText(node.answered)}</Row>
            <Row name="Refused, such as by limits">{countText(node.refused)}</Row>
            <Row name="Failed">{countText(node.failed)}</Row>
          </Rows>
        </div>
      ))}
    </Panel>
  )
}

const STATE_TEXTS = {
  up: 'works',
  silent: 'does not respond',
  refused: 'refuses its metrics: METRICS_TOKEN differs or is not set',
} as const

/** The services and what they run. */
export function ServicesPanel({ services }: Pick<OperatorReport, 'services'>) {
  return (
    <Panel title="Services">
      <ul className={styles['list']}>
        {services.map((service) => (
          <li key={service.name} className={styles['service']}>
            <b>{service.name}</b> <ServiceState {...service} />
            <span className={styles['soft']}>{buildText(service)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function ServiceState({ state, down }: OperatorService) {
  if (state !== 'up') return <State tone="bad">{STATE_TEXTS[state]}</State>
  return down.length === 0 ? (
    <State tone="good">{STATE_TEXTS.up}</State>
  ) : (
    <State tone="bad">down: {down.join(', ')}</State>
  )
}

function buildText({ build }: OperatorService): string {
  if (build === null) return ''
  return `${build.version}, commit ${build.commit?.slice(0, COMMIT_DIGITS) ?? 'unknown'}`
}

/** Logins, mails, and what smart accounts cost. */
export function UsersPanel({ report }: { report: OperatorReport }) {
  const { day, relayer, coin } = report
  return (
    <Panel title="Login and smart accounts" note="Since the first sample">
      <Rows>
        <Row name="Sessions opened">{countText(day.sessions_opened)}</Row>
        <Row name="Login codes entered">{countText(day.codes_entered)}</Row>
        <Row name="Mails sent">{countText(day.mails_sent)}</Row>
        <Row name="Mails not sent">
          {day.mails_failed ? (
            <State tone="bad">{countText(day.mails_failed)}</State>
          ) : (
            countText(day.mails_failed)
          )}
        </Row>
        {relayer === null ? (
          <Row name="Relayer">none</Row>
        ) : (
          <>
            <Row name="Relayer’s balance">
              <State tone={relayer.is_low ? 'bad' : 'good'}>
                {coinsText(relayer.balance)} {coin}
              </State>
            </Row>
            <Row name="Relayer has spent">
              {day.relayer_cost === null ? '–' : `${coinsText(day.relayer_cost)} ${coin}`}
            </Row>
            <Row name="Budget of sponsored bets today">
              {coinsText(relayer.spent)} of {coinsText(relayer.budget)} {coin}
            </Row>
          </>
        )}
      </Rows>
    </Panel>
  )
}
