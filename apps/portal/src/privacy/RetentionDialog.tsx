import type { RetentionRule } from '@ambit/contract'
import { periodInWords } from '@ambit/domain'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { UPDATE } from './keys.ts'
import classes from './privacy.module.css'
import { rulesQuery } from './queries.ts'
import { RetentionForm } from './RetentionForm.tsx'
import { RetentionPreview } from './RetentionPreview.tsx'
import { privacyStrings as words } from './strings.ts'
import { WaitingPeriod } from './WaitingPeriod.tsx'

/** One rule: its period and reason, and what would go by it. */
const RetentionDialog = () => {
  const { id } = useDialog()
  return (
    <Loaded query={useQuery(rulesQuery)} title={words.dialog.title}>
      {(rules) => {
        const rule = rules.find(({ kind }) => kind === id)
        return rule === undefined ? (
          <DialogFrame title={words.dialog.title}>
            <EmptyState title={words.dialog.title} />
          </DialogFrame>
        ) : (
          <DialogFrame title={words.kinds[rule.kind].name}>
            <Rule key={rule.version} rule={rule} />
          </DialogFrame>
        )
      }}
    </Loaded>
  )
}
export default RetentionDialog

const Rule = ({ rule }: { rule: RetentionRule }) => {
  const may = useCan()(UPDATE)
  /** what is typed, while it is another period than the rule's */
  const [typed, setTyped] = useState<string | undefined>()
  return (
    <div className={classes['rule']}>
      <p className={classes['what']}>{words.kinds[rule.kind].what}</p>
      {rule.next !== null && <WaitingPeriod rule={rule} next={rule.next} />}
      {may ? (
        <RetentionForm rule={rule} onPeriod={setTyped} />
      ) : (
        <p>
          {words.dialog.count}: {periodInWords(rule.period)}. {rule.reason}
        </p>
      )}
      <RetentionPreview kind={rule.kind} period={typed} />
    </div>
  )
}
