import { useId } from 'react'

/**
 * For Mantine's DateTimePicker: the calendar that opens below the field takes its name from the field, which has to show
 * something for that, a placeholder while it is empty.
 */
export const useNamedCalendar = () => {
  const id = useId()
  return { id, popoverProps: { id } }
}
