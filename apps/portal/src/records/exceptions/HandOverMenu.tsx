import type { ServiceException } from '@ambit/contract'
import { Button, Loader, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { peopleQuery } from './queries.ts'
import { exceptionStrings as words } from './strings.ts'

type Props = { exception: Pick<ServiceException, 'region_id'>; onChoose: (userId: number) => void }

/** To whom it is offered: those on duty first. */
export const HandOverMenu = ({ exception: { region_id }, onChoose }: Props) => {
  const [opened, menu] = useDisclosure()
  const { data } = useQuery({ ...peopleQuery(region_id), enabled: opened })
  return (
    <Menu opened={opened} onChange={menu.set}>
      <Menu.Target>
        <Button size="xs" variant="default">
          {words.handOver}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {data === undefined && <Loader size="xs" m="sm" />}
        {data?.length === 0 && <Menu.Label>{words.nobodyElse}</Menu.Label>}
        {data?.map(({ id, name, on_watch }) => (
          <Menu.Item key={id} maw={360} style={{ overflowWrap: 'anywhere' }} onClick={() => onChoose(id)}>
            {on_watch ? words.onWatch(name) : name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
