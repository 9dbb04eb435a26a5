import { Button, Tooltip } from '@mantine/core'
import { Link } from '../../url/link.tsx'
import { useSyncExternalStore } from 'react'
import { countChanges } from '../../drafts/history.ts'
import { HistoryTools } from '../../drafts/HistoryTools.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { type DesignerTab, designerPath, designerTabs, keptSearch } from '../navigation.ts'
import { type DesignSession, useDesign } from './design/design-session.ts'
import classes from './DesignerBar.module.css'
import type { SaveProblem } from './save-problems.ts'
import { designerStrings as words } from './design/strings.ts'

type Props = {
  session: DesignSession
  tab: DesignerTab
  /** why a save would be refused */
  problems: readonly SaveProblem[]
  onSave: () => void
  onDiscard: () => void
}

/** The designer's tabs, and what becomes of the drafts. */
export const DesignerBar = ({ session, tab, problems, onSave, onDiscard }: Props) => {
  const { zone } = useDesign()
  const { history, saving } = useSyncExternalStore(session.drafts.subscribe, session.drafts.get)
  const changes = countChanges(history.draft)
  const [problem] = problems
  return (
    <div className={classes['bar']}>
      <nav className={classes['tabs']} aria-label={words.tabs}>
        <ul>
          {designerTabs.map((name) => (
            <li key={name}>
              <Link
                to={designerPath(zone.id, name)}
                search={keptSearch}
                aria-current={name === tab ? 'page' : undefined}
              >
                {words.tab[name]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes['tools']}>
        <span role="status">{changes > 0 && <StatusTag tone="warning">{words.changes(changes)}</StatusTag>}</span>
        <HistoryTools drafts={session.drafts} />
        <Button variant="default" disabled={saving || history.steps.length === 0} onClick={onDiscard}>
          {words.discard}
        </Button>
        {problem !== undefined && (
          <Link to={designerPath(zone.id, problem.tab)} search={keptSearch} className={classes['problems']}>
            <StatusTag tone="danger">{words.problems(problems.length)}</StatusTag>
          </Link>
        )}
        <Tooltip label={problem?.text} disabled={problem === undefined} multiline maw={320}>
          <Button
            disabled={saving || changes === 0}
            {...(problem === undefined
              ? {}
              : { 'data-disabled': true, 'aria-disabled': true, 'aria-description': problem.text })}
            loading={saving}
            onClick={onSave}
          >
            {words.save}
          </Button>
        </Tooltip>
      </div>
    </div>
  )
}
