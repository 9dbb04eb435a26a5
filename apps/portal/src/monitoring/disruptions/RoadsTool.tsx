import { ActionIcon, Tooltip } from '@mantine/core'
import { IconBarrierBlock } from '@tabler/icons-react'
import classes from './RoadsTool.module.css'
import { disruptionStrings } from './strings.ts'
import type { Roads } from './use-roads.ts'

const words = disruptionStrings.roads

/** Among the map's tools, and there when there is no map: how many roads are closed, and the way to them. */
export const RoadsTool = ({ roads }: { roads: Roads }) => {
  if (!roads.maySee) return null
  const count = roads.standing.length
  const label = count === 0 ? words.tool : words.toolCount(count)
  return (
    <Tooltip label={label} position="left" openDelay={750}>
      <ActionIcon
        className={classes['tool']}
        size={32}
        variant="default"
        aria-label={label}
        aria-pressed={roads.open}
        onClick={roads.open ? roads.leave : roads.show}
      >
        <IconBarrierBlock size={16} />
        {count > 0 && (
          <span className={`numbers ${classes['toolCount']}`} aria-hidden="true">
            {count}
          </span>
        )}
      </ActionIcon>
    </Tooltip>
  )
}
