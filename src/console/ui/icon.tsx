import {
  Activity,
  Bell,
  Box,
  ChartColumn,
  Check,
  ChevronRight,
  Copy,
  Link,
  List,
  LogOut,
  Menu,
  MessageSquare,
  Pause,
  Play,
  Plus,
  RefreshCw,
  Search,
  Server,
  Settings2,
  Target,
  TriangleAlert,
  Users,
  X,
  type IconNode,
} from 'lucide'
import { h } from 'preact'

const icons = {
  activity: Activity,
  list: List,
  play: Play,
  box: Box,
  users: Users,
  message: MessageSquare,
  check: Check,
  bell: Bell,
  server: Server,
  chart: ChartColumn,
  target: Target,
  settings: Settings2,
  search: Search,
  copy: Copy,
  close: X,
  menu: Menu,
  pause: Pause,
  repeat: RefreshCw,
  alert: TriangleAlert,
  link: Link,
  plus: Plus,
  right: ChevronRight,
  out: LogOut,
} satisfies Record<string, IconNode>

export type IconName = keyof typeof icons

/** A decorative icon: what it means is also said in words beside it, or in the label of its button. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    {icons[name].map(([shape, attributes]) => h(shape, attributes))}
  </svg>
)
