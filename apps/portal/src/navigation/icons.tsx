import {
  IconAlertTriangle,
  IconActivity,
  IconBuildingHospital,
  IconBus,
  IconCalendarTime,
  IconChartBar,
  IconDiscount2,
  IconDiscountCheck,
  IconHistory,
  IconHourglass,
  IconLayoutBoard,
  IconMap2,
  IconMapPin,
  IconMessage,
  IconMessages,
  IconPhoneCall,
  IconPrinter,
  IconPuzzle,
  IconRadar2,
  IconRepeat,
  IconRoute,
  IconSettings,
  IconShieldLock,
  IconSquareRounded,
  IconSteeringWheel,
  IconTicket,
  IconUmbrella,
  IconUser,
  IconUsersGroup,
  IconWheelchair,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>

/** By module: settings may name an icon too, but only of these, so that the bundle holds no icon font. */
const icons: Record<string, Icon> = {
  AuditManagement: IconHistory,
  PrivacyManagement: IconShieldLock,
  Messaging: IconMessage,
  CallList: IconPhoneCall,
  DispatchBoard: IconLayoutBoard,
  Exceptions: IconAlertTriangle,
  DriverMessages: IconMessages,
  LostProperty: IconUmbrella,
  WaitingList: IconHourglass,
  RecurringJourneys: IconRepeat,
  Places: IconBuildingHospital,
  DriverManagement: IconSteeringWheel,
  VehicleManagement: IconBus,
  TravellerManagement: IconWheelchair,
  RegionManagement: IconMapPin,
  ZoneManagement: IconMap2,
  ServicePlans: IconCalendarTime,
  VehicleMonitoring: IconRadar2,
  TripManagement: IconRoute,
  LiveBookings: IconTicket,
  LiveBooking: IconTicket,
  ZoneSolutions: IconPuzzle,
  ReportManagement: IconChartBar,
  UserManagement: IconUser,
  UserGroupManagement: IconUsersGroup,
  DiscountManagement: IconDiscount2,
  ConcessionManagement: IconDiscountCheck,
  ServiceStatus: IconActivity,
  ContinuityPacks: IconPrinter,
  Installation: IconSettings,
}

export const ModuleIcon = ({ module }: { module: string }) => {
  const Icon = icons[module] ?? IconSquareRounded
  return <Icon size={18} stroke={1.7} aria-hidden />
}
