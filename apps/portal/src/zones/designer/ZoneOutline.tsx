import { useMemo } from 'react'
import { ZoneLayer } from '../../map/ZoneLayer.tsx'
import { useDesign } from './design/design-session.ts'

/** The zone's areas as they are drafted; the tab that edits them draws its own. */
export const ZoneOutline = ({ hidden }: { hidden: boolean }) => {
  const { zone, service_areas: areas } = useDesign()
  const drawn = useMemo(
    () =>
      hidden ? [] : [{ id: zone.id, name: zone.name, point: null, polygons: areas.map((area) => area.coordinates) }],
    [hidden, zone, areas],
  )
  return <ZoneLayer zones={drawn} names={false} />
}
