import { ActionIcon, Select, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useFormat } from '../settings/format.ts'
import { pageCount, pagerPages, type PageSize, pageSizes } from './list-state.ts'
import { tableStrings } from './strings.ts'
import classes from './Pager.module.css'

type Props = {
  /** what it is called where a page has another one */
  label?: string
  page: number
  perPage: PageSize
  total: number
  onPage: (page: number) => void
  onPerPage: (size: PageSize) => void
}

export const Pager = ({ label = tableStrings.pager, page, perPage, total, onPage, onPerPage }: Props) => {
  const format = useFormat()
  const pages = pageCount(total, perPage)
  const from = total === 0 ? 0 : (page - 1) * perPage + 1
  return (
    <div className={classes['pager']}>
      <span className="numbers" role="status">
        {tableStrings.range(format.number(from), format.number(Math.min(total, page * perPage)), format.number(total))}
      </span>
      <div className={classes['pages']}>
        <Select
          size="xs"
          w={108}
          aria-label={tableStrings.perPage}
          value={String(perPage)}
          data={pageSizes.map((size) => ({ value: String(size), label: tableStrings.perPageOption(size) }))}
          onChange={(value) => onPerPage(pageSizes.find((size) => String(size) === value) ?? perPage)}
        />
        <nav aria-label={label} className={classes['pages']}>
          <ActionIcon
            variant="default"
            aria-label={tableStrings.previous}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            <IconChevronLeft size={15} />
          </ActionIcon>
          {pagerPages(page, pages).map((number) => (
            <UnstyledButton
              key={number}
              className={classes['page']}
              aria-label={tableStrings.page(number)}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number)}
            >
              {number}
            </UnstyledButton>
          ))}
          <ActionIcon
            variant="default"
            aria-label={tableStrings.next}
            disabled={page >= pages}
            onClick={() => onPage(page + 1)}
          >
            <IconChevronRight size={15} />
          </ActionIcon>
        </nav>
      </div>
    </div>
  )
}
