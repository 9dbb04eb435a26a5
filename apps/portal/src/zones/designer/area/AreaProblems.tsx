import type { Bbox } from '@ambit/geo'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './AreaProblems.module.css'
import type { AreaProblem } from './problems.ts'
import { areaStrings as words } from './strings.ts'

/** What a save would refuse, each with the way to its place. */
export const AreaProblems = ({
  problems,
  onShow,
}: {
  problems: readonly AreaProblem[]
  onShow: (box: Bbox) => void
}) => (
  // There before there is something in it, so that it is read out as soon as a line crosses another.
  <div role="status">
    {problems.length > 0 && (
      <div className={classes['problems']}>
        <h2>
          <IconAlertTriangle size={16} aria-hidden />
          {words.problems.title}
        </h2>
        <ul>
          {problems.map(({ key, text, box }) => (
            <li key={key}>
              {text}
              <Button size="compact-xs" variant="default" onClick={() => onShow(box)}>
                {words.problems.show}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    )}
  </div>
)
