import { Pin, Trash2 } from 'lucide-react'
import {
  IconButton,
  List,
  ListRow,
  ListSection,
  StatusDot,
  Tabs,
  HueMark,
} from '../../../src/kit/index.ts'
import { Playable, Specimen, useLocalText, type Story } from '../../story.tsx'

function ServerRows() {
  const localized = useLocalText()
  return (
    <div className="w-list rounded-lg border border-line bg-panel py-2">
      <List label={localized('Servers', '服务器')}>
        <ListSection label={localized('In use', '使用中')}>
          <ListRow
            leading={<HueMark hue={0} />}
            title="filesystem"
            note="stdio"
            trailing={localized('14 tools', '14 个工具')}
            selected
          />
          <ListRow
            leading={<HueMark hue={3} />}
            title="git"
            note="stdio"
            trailing={localized('12 tools', '12 个工具')}
          />
          <ListRow
            leading={<HueMark hue={1} />}
            title="research"
            note="HTTP"
            trailing={localized('15 tools', '15 个工具')}
            actions={
              <>
                <IconButton
                  size="small"
                  icon={Pin}
                  label={localized('Pin research', '置顶 research')}
                />
                <IconButton
                  size="small"
                  icon={Trash2}
                  variant="danger"
                  label={localized('Remove research', '移除 research')}
                />
              </>
            }
          />
          <ListRow
            leading={<StatusDot tone="warning" />}
            title="issues"
            note="HTTP"
            trailing={
              <span className="text-warning">{localized('Sign-in needed', '需要登录')}</span>
            }
          />
          <ListRow
            leading={<StatusDot tone="danger" />}
            title={localized('A server with a very long name indeed', '一个名字非常非常长的服务器')}
            note="stdio"
            trailing={
              <span className="text-danger">{localized('Could not start', '无法启动')}</span>
            }
          />
        </ListSection>
        <ListSection label={localized('Waiting for you', '等待处理')}>
          <ListRow
            leading={<HueMark hue={1} />}
            title={localized('Sampling request', '采样请求')}
            detail={localized('research · 12 s ago', 'research · 12 秒前')}
          />
          <ListRow
            leading={<HueMark hue={0} />}
            title={localized('Write file', '写入文件')}
            detail="filesystem · Release notes for 2.4"
          />
        </ListSection>
      </List>
    </div>
  )
}

function Body() {
  const localized = useLocalText()
  return (
    <>
      <Specimen title="List rows">
        <ServerRows />
      </Specimen>
      <Specimen title="Tabs" stack>
        <Playable initial="prompts">
          {(value, set) => (
            <Tabs
              label={localized('Server', '服务器')}
              value={value}
              onValueChange={set}
              panelClassName="px-4 py-3"
              items={[
                {
                  value: 'overview',
                  label: localized('Overview', '概览'),
                  content: localized('Overview', '概览'),
                },
                {
                  value: 'tools',
                  label: localized('Tools', '工具'),
                  count: 15,
                  content: localized('Tools', '工具'),
                },
                {
                  value: 'prompts',
                  label: localized('Prompts', '提示词'),
                  count: 4,
                  content: localized('Four prompts', '四个提示'),
                },
                {
                  value: 'resources',
                  label: localized('Resources', '资源'),
                  count: '1,204',
                  content: localized('Resources', '资源'),
                },
                {
                  value: 'logs',
                  label: localized('Logs', '日志'),
                  content: localized('Logs', '日志'),
                  disabled: true,
                },
              ]}
            />
          )}
        </Playable>
        <Playable initial="form">
          {(value, set) => (
            <Tabs
              variant="segment"
              label={localized('Arguments', '参数')}
              value={value}
              onValueChange={set}
              panelClassName="py-2"
              items={[
                {
                  value: 'form',
                  label: localized('Form', '表单'),
                  content: localized('The form', '表单'),
                },
                { value: 'json', label: 'JSON', content: '{}' },
              ]}
            />
          )}
        </Playable>
      </Specimen>
    </>
  )
}

export const story: Story = { title: 'Lists and tabs', group: 'Display', Body }
