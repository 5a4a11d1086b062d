import { TableChart } from '../../../src/features/chat/result-shapes/chart/table-chart.tsx'
import { ChatStage } from '../../mocks/chat-stage.tsx'
import { Specimen, type Story } from '../../story.tsx'

const shops = {
  columns: ['门店', '城市', '第二季度 万元', '第三季度 万元', '增长'],
  rows: [
    ['西湖湖滨店', '杭州', '182.4', '246.8', '+35.3%'],
    ['天府三街店', '成都', '151.0', '191.6', '+26.9%'],
    ['光谷广场店', '武汉', '139.7', '168.2', '+20.4%'],
    ['南京西路店', '上海', '264.1', '290.5', '-10.0%'],
    ['珠江新城店', '广州', '228.9', '231.3', '+1.0%'],
  ],
}
const many = {
  columns: ['day', 'visitors', 'cost'],
  rows: Array.from({ length: 60 }, (_, at) => [
    `2026-11-${at + 1}`,
    String(Math.round(400 + 300 * Math.sin(at / 5))),
    String(at * at - 900),
  ]),
}

export const story: Story = {
  title: 'Charts of rows',
  group: 'Chat',
  Body: () => (
    <ChatStage>
      <Specimen title="Few rows">
        <TableChart table={shops} isNumeric={[false, false, true, true, true]} />
      </Specimen>
      <Specimen title="Many rows">
        <TableChart table={many} isNumeric={[false, true, true]} />
      </Specimen>
    </ChatStage>
  ),
}
