import type { SchemaStage } from '@ambit/contract'
import classes from './StageTag.module.css'

type Named = Pick<SchemaStage, 'label' | 'color'>

/** The stage's colour is a mark beside its name: any colour may be chosen, and the words stay readable on each. */
export const StageTag = ({ stage }: { stage: Named }) => (
  <span className={classes['stage']}>
    <span className={classes['swatch']} style={{ background: stage.color }} aria-hidden="true" />
    {stage.label}
  </span>
)
