/** Queries of a model, each with the one tool that does it: `server/tool: query`. */
export const queries = `
github/create_issue: report a bug in the repository
github/list_pull_request: open pull requests waiting in a repo
github/merge_pull_request: merge PR
github/request_review: ask a colleague to review my pull request
github/search_code: find where a function is used in source code
github/get_file_contents: read README file from repository
github/list_commits: recent commit history
github/run_workflow: trigger CI pipeline workflow
github/get_workflow_logs: why did the CI run fail, logs
github/add_issue_comment: comment on an issue
github/delete_branch: remove a merged branch
github/fork_repository: fork repo
jira/create_ticket: new ticket in project
jira/transition_ticket: move ticket to done
jira/assign_ticket: assign ticket to someone
jira/log_work: log hours worked
jira/search_jql: find tickets by JQL
jira/link_tickets: mark ticket as duplicate of another
jira/get_burndown: sprint burndown
jira/create_sprint: start a new sprint
jira/get_velocity: story points per sprint velocity
slack/post_message: send message to slack channel
slack/reply_in_thread: reply to a thread
slack/add_reaction: react with emoji
slack/search_messages: search what people said in slack
slack/schedule_message: send a message tomorrow, scheduled
slack/set_status: set my slack status
slack/get_channel_history: read latest messages in channel
slack/invite_to_channel: add member to channel
slack/create_reminder: remind me later
google_calendar/create_event: create calendar event
google_calendar/find_free_time: find a time when everyone is free to meet
google_calendar/respond_to_event: decline a meeting invitation
google_calendar/get_agenda: what is planned today
google_calendar/book_room: reserve meeting room
google_calendar/delete_event: delete meeting event
gmail/send_email: send an email
gmail/search_emails: search mailbox
gmail/reply_email: answer this email
gmail/forward_email: forward mail to my manager
gmail/set_vacation_reply: automatic out of office vacation reply
gmail/download_attachment: save email attachment
gmail/count_unread: number of unread emails
gmail/create_filter: filter incoming mail rule
gmail/mark_as_spam: report spam
postgres/query: run a SQL select query
postgres/explain: why is this query slow, query plan
postgres/describe_schema: columns and foreign keys of the database schema
postgres/list_locks: sessions waiting for locks
postgres/kill_session: terminate blocking database connection
postgres/dump: backup database
postgres/table_sizes: disk size of tables
postgres/create_index: add index on column
filesystem/read_text_file: read a local text file
filesystem/write_file: write content to file
filesystem/edit_file: change a few lines in a file
filesystem/list_directory: list files in folder
filesystem/move_file: rename file
filesystem/search_files: find files by name pattern
filesystem/zip: compress files to archive
stripe/refund_payment: refund a customer payment
stripe/charge_card: charge credit card
stripe/send_invoice: send invoice to customer
stripe/get_balance: stripe available balance
stripe/list_disputes: open chargebacks
stripe/delete_subscription: cancel subscription
stripe/create_coupon: discount coupon
stripe/create_payment_link: link for paying
stripe/calculate_tax: VAT sales tax
notion/query_database: rows in notion database
notion/create_page: new notion page
notion/append_blocks: add paragraph to page
notion/export_page: export page as markdown
notion/share_page: share page with guest
notion/toggle_todo: check off a to-do
kubernetes/get_pod_logs: container logs
kubernetes/scale: increase number of replicas
kubernetes/rollback: roll back deployment to previous revision
kubernetes/exec_in_pod: run command inside container
kubernetes/list_pods: list pods in namespace
kubernetes/top_pods: which pods use most memory
kubernetes/apply_manifest: apply yaml manifest
kubernetes/drain_node: drain node
figma/export_image: export design frame as png
figma/get_css: css of a design layer
figma/check_contrast: is text contrast accessible
figma/compare_versions: what changed in design
salesforce/convert_lead: convert lead to opportunity
salesforce/forecast: revenue forecast this quarter
salesforce/create_opportunity: add a deal to the sales pipeline
salesforce/log_call: note a phone call with client
salesforce/merge_contacts: merge duplicate contacts
spotify/play: play music
spotify/skip_track: next song
spotify/get_lyrics: song lyrics
spotify/create_playlist: make a playlist
spotify/set_volume: turn the volume up
home/turn_on_light: turn on the lights
home/set_thermostat: set room temperature
home/lock_door: lock the front door
home/start_vacuum: clean the floor with robot vacuum
home/camera_snapshot: what does the camera see
home/energy_usage: electricity consumption
travel/search_flights: find flights to Paris
travel/book_hotel: book a hotel room
travel/flight_status: is my flight delayed
travel/check_in: boarding pass
travel/visa_requirements: do I need a visa
travel/convert_currency: exchange rate euro to dollar currency
browser/navigate: open website url
browser/screenshot: take screenshot of web page
browser/fill_form: fill in web form
browser/run_script: execute javascript in page
sentry/list_errors: most frequent errors of application
sentry/get_stack_trace: stack trace of error
sentry/find_suspect_commit: which commit caused this error
sentry/crash_free_rate: crash free sessions
hr/vacation_balance: how many vacation days left
hr/approve_leave: approve time off request
hr/get_payslip: payslip
hr/schedule_interview: arrange interview with candidate
hr/org_chart: who reports to whom
天气与地图/查询天气: 今天北京的天气和气温
天气与地图/未来预报: 下周天气预报
天气与地图/空气质量: 空气污染指数
天气与地图/驾车路线: 开车怎么走 路线
天气与地图/公交换乘: 坐地铁怎么去
天气与地图/附近搜索: 附近的餐厅
天气与地图/实时路况: 路上堵不堵 路况
办公助手/发送钉钉消息: 给同事发消息
办公助手/提交审批: 提交审批
办公助手/查询考勤: 打卡记录
办公助手/预订会议室: 订会议室
办公助手/识别发票: 识别发票金额
办公助手/查询快递: 快递到哪里了
办公助手/通讯录搜索: 查同事电话
办公助手/create_报销单: 报销费用 新建
`
  .trim()
  .split('\n')
  .map((line) => {
    const [tool = '', query = ''] = line.split(': ')
    return { tool, query }
  })
