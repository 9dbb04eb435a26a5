import { useEffect, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { regionOptions } from '../../records/regions.ts'
import { browserTimeZone } from '../../form/time-zones.ts'
import { CloseRoadForm } from './CloseRoadForm.tsx'
import { DisruptionPreviewPanel } from './DisruptionPreviewPanel.tsx'
import shared from './disruptions.module.css'
import classes from './RoadsPanel.module.css'
import { Working } from './LostVehicleDialog.tsx'
import { StandingClosures } from './StandingClosures.tsx'
import { disruptionStrings } from './strings.ts'
import type { Roads } from './use-roads.ts'

const words = disruptionStrings.roads

/** In the place of the trips: the roads that are closed, and closing another one. */
export const RoadsPanel = ({ roads, regionId }: { roads: Roads; regionId: number | null }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const regions = useQuery(regionOptions)
  const region = regionId ?? roads.draft.region_id
  const timeZone = regions.data?.find(({ id }) => id === region)?.time_zone ?? browserTimeZone()
  const { preview } = roads.asked
  return (
    <>
      <header className={shared['panelHead']}>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={14} aria-hidden />}
          onClick={roads.leave}
        >
          {words.leave}
        </Button>
        <h2 ref={heading} tabIndex={-1} className={shared['panelTitle']}>
          {words.title}
        </h2>
      </header>
      {roads.mayChange &&
        (preview.data === undefined ? (
          <>
            <CloseRoadForm roads={roads} regionId={regionId} regions={regions.data ?? []} timeZone={timeZone} />
            {preview.isFetching && <Working />}
          </>
        ) : (
          <DisruptionPreviewPanel
            asked={roads.asked}
            shown={preview.data}
            timeZone={timeZone}
            labels={words}
            onRefuse={roads.refuse}
          >
            <p className={classes['closes']}>
              <strong>{words.closes}</strong> {streetNames(preview.data.closed?.streets ?? [])}
            </p>
          </DisruptionPreviewPanel>
        ))}
      <StandingClosures roads={roads} timeZone={timeZone} />
    </>
  )
}

export const streetNames = (streets: readonly string[]): string =>
  streets.length === 0 ? words.unnamed : streets.join(', ')
