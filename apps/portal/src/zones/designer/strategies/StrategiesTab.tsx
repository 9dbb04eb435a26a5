import { StrategyConfiguration } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconChevronRight, IconPlus, IconRoute } from '@tabler/icons-react'
import { useState } from 'react'
import { newDraftId, type RecordId } from '../../../drafts/diff.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import type { StrategyDraft } from '../design/design.ts'
import { useDesign } from '../design/design-session.ts'
import classes from './strategies.module.css'
import { StrategyForm } from './StrategyForm.tsx'
import { strategyStrings as words } from './strings.ts'

const NEW_COLOR = '#E5EAED'

/** How the zone is served: each strategy unfolds into its form. */
export const StrategiesTab = () => {
  const { service_strategies: strategies, may, edit, schedule_counts, stateOf } = useDesign()
  const [open, setOpen] = useState<RecordId | null>(
    () => strategies.find((strategy) => strategy.default)?.id ?? strategies[0]?.id ?? null,
  )
  const create = (): void => {
    const strategy: StrategyDraft = {
      id: newDraftId(),
      version: 0,
      name: words.newName,
      color: NEW_COLOR,
      type: 'demand_responsive',
      default: strategies.length === 0,
      ...StrategyConfiguration.parse({}),
    }
    edit(words.steps.create(strategy.name), { kind: 'service_strategies', added: [strategy] })
    setOpen(strategy.id)
  }
  return (
    <>
      <header className={classes['head']}>
        <h2>{words.title}</h2>
        {may.createStrategies && (
          <Button size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />} onClick={create}>
            {words.create}
          </Button>
        )}
      </header>
      {strategies.length === 0 && <EmptyState icon={IconRoute} title={words.none} reason={words.noneReason} />}
      <div className={classes['strategies']}>
        {strategies.map((strategy) => {
          const state = stateOf('service_strategies', strategy.id)
          const used = schedule_counts[String(strategy.id)] ?? 0
          return (
            <section key={strategy.id} className={classes['strategy']}>
              <h3>
                <button
                  type="button"
                  aria-expanded={strategy.id === open}
                  onClick={() => setOpen(strategy.id === open ? null : strategy.id)}
                >
                  <IconChevronRight size={14} aria-hidden className={classes['chevron']} />
                  <span className={classes['swatch']} style={{ background: strategy.color }} aria-hidden="true" />
                  <span className={classes['name']}>{strategy.name}</span>
                  {strategy.default && <StatusTag tone="info">{words.default}</StatusTag>}
                  {(state === 'added' || state === 'updated') && (
                    <StatusTag tone="warning">{words.states[state]}</StatusTag>
                  )}
                </button>
              </h3>
              <p className={classes['used']}>{state === 'added' ? words.notSaved : words.schedules(used)}</p>
              {strategy.id === open && <StrategyForm strategy={strategy} used={used} />}
            </section>
          )
        })}
      </div>
    </>
  )
}
