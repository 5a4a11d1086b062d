/**
 * Words that are in so many texts that sharing them says nothing: common English ones, what programs, calendars and
 * letters are full of, and phrases of letters in Chinese, where there are no blanks.
 */
const WORDS = `
a able about above accept access according account across act action active activity actual add address advance after again against age ago agree
ahead air all allow almost alone along already also although always am among amount an analysis and animal another answer any anybody anyone
anything appear apply approach april are area argue arm around arrange arrive art article as aside ask assume at attach attack attempt attention august
author authority autumn available average avoid away back bad balance bank base basic be bear beat beautiful became because become bed been before began begin
behavior behaviour behind being believe below benefit best better between beyond big bill bit black blank block blue board body book border born both bottom box break
brief bring broad brother brought brown budget build built bus business but button buy by calendar call came campaign can cancel cannot capital car card care career carry case catch
cause cell center central centre century certain chain chair chance change chapter character charge chart check child children choice choose church circle citizen city civil claim class clean clear close code cold
collect college color colour column come comment commit common community company compare complete computer concern condition confirm connect consider contain content context continue contract control
conversation copy correct cost could count country county couple course court cover create credit culture cup current currently custom customer cut daily data database date daughter day dead deal dear death debate
december decide decision deep default defense define degree delay delete deliver demand depend describe description design desire desk detail details determine develop device did die difference different difficult
dinner direct direction director directory discover discuss discussion disease display do doctor document does dog dollar done door double doubt down draft draw drive drop due during each early earth easily east easy eat economic economy edge
edit edition editor education effect effort eight either election else email empty enable end energy enjoy enough ensure enter entire entry environment equal error especially establish etc even evening event events ever every
everybody everyone everything evidence exact exactly example except exist expect experience expert explain export express extra eye face fact factor fail failure fall false familiar family far fast father fault favorite fear feature
february feedback feel feet felt few field fifteen fifth fifty fight figure file files fill film final finally financial find fine finish fire firm first fish fit five fix floor folder follow following follows font food foot for force foreign forget form
format former forward found four free frequent friday friend from front full function fund further future gain game garden gave general get girl give given glad global go goal going gold gone good got government
great green ground group grow growth guess guide gun guy had half hand handle hang happen happy hard has have he head header health hear heard heart heat heavy held hello help her here herself hi high him himself his history hit hold holiday home hope hospital hot
hotel hour house how however huge human hundred husband idea identify if ignore image images imagine impact implement import important improve in include including income increase indeed index indicate individual industry info information initial input inside
instead institution interest interesting internal international internet interview into invalid investment invite involve is issue issues it item items its itself january job join july june just keep key keyword kid kill kind kitchen knew know knowledge known label land language
large last late later laugh law lawyer lay layout lead leader learn least leave left leg legal less let letter level library license lie life light like likely limit line link list listen little live load local location log login logs long look lose loss lost lot love
low machine made magazine mail main maintain major make man manage management manager manual many map march mark market marriage master match material matter may maybe me mean meaning measure media medical meet meeting member members memory mention menu merge
message messages method middle might military million mind mine minimum minor minute minutes miss missing mode model modern modify moment monday money month monthly more morning most mother mouth move movement movie much multiple music must my myself name names nation national
natural nature near nearly necessary need network never new news newspaper next nice night nine no none nor normal north not note notes nothing notice november now number numbers object occur october of off offer office official often oh oil ok old on once one online only
open operation opinion option options or order organization original other others otherwise our out output outside over overview own owner page pages paid pain paper parameter parent part particular particularly partner party pass password past path patient pattern pay peace people per percent
perform performance perhaps period permission person personal phone physical pick picture piece place plan plans plant play player please point police policy political poor popular population position positive possible post power practice prepare present president press pressure pretty
prevent preview previous price primary print private probably problem process produce product production professional professor profile program project projects property protect prove provide public publish pull purpose push put quality quarter query question questions quick quickly quite race radio raise random range rate rather
raw reach read ready real reality realize really reason receive recent recently recognize record red reduce refer reflect regard regards region related relation relationship relative release religious remain remember remind remove rename replace reply report repository represent request require required research
reserve reset resolve resource resources respond response rest result results return reveal review rich right rise risk road rock role room root row rule run running said sale same sample saturday save saw say scale scene schedule school science scientist scope score screen script search season seat second seconds section
security see seek seem select sell send senior sense sent september series serious serve server servers service services session set setting settings seven several sex shake shall shape share she shoot shop short shot should show shown side sign signature significant similar simple simply since single sister sit site situation
six size skill skin skip small smile so social society software soldier solution some somebody someone something sometimes son song soon sorry sort sound source south space speak special specific spend sport spring staff stage stand standard star start state statement station status stay step steps still stock stop store
story strategy street string strong structure student study stuff style subject submit success successful successfully such suddenly suffer suggest summary summer sunday support sure surface sync system systems tab table tag take talk target task tasks tax teach teacher team technology tell template ten tend term test tests text than thank thanks that the
their them themselves then theory there these they thing things think third this those though thought thousand threat three through throughout throw thursday thus time timeout title to today together token told tomorrow tonight too took tool tools top topic total tough toward town track trade traditional training transfer travel treat tree trial trip trouble true trust truth try tuesday turn tv two type
types under understand unit united unknown unless until up update updated upload upon url us use used useful user users usual usually valid value values various version very via victim video view violence visit voice vote wait walk wall want war warm warning was watch water way we weapon wear weather web website wednesday week weekly weight welcome well went were west what whatever when where
whether which while white who whole whom whose why wide wife will win wind window winter wish with within without woman wonder word words work worker workflow working world worry worse would write writer written wrong yard yeah year years yellow yes yesterday yet york you young your yours yourself zero
api app application archive args array async await beta bin boolean bool branch browser bug build cache char chat cli client clone cloud com command compiler config configuration console const container cookie copyright core count cpu css csv debug demo deploy dev dir disk dist dns doc docker docs domain download driver env error example exception exec exit extension fetch
filename filter flag float folder framework frontend backend func git github gitlab google graph grid gzip hash hook hooks host hostname html http https id ids img init install instance int integer interface io iso java javascript jpeg jpg js json jsx kernel key lib linux local localhost logger loop mac main make markdown max md merge meta metadata microsoft mime min mit module modules mysql namespace net node npm null num object octet off openssl org
origin overflow package packages param params parse parser patch path php plain plugin png port post postgres prod profile prompt protocol proxy py python readme redirect regex release remote render repo reports repos root route router rows runtime sdk select semver shell socket sql sqlite src ssh ssl stack static stderr stdin stdout stdio stream subject summary svg sync syntax tar tcp temp test tls tmp todo tool toml ts tsx txt typescript uid unicode unix uri utf uuid var variable vendor version
view void warn web webhook window windows wiki worker www xml yaml yml zip usr etc opt home users documents desktop downloads blob raw feed master head markdown attached attachment meeting agenda regarding sincerely best kind team hello dear cheers minutes status update progress invoice report deadline follow agreed question hesitate contact forward hearing appreciate looking further assistance
jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun gmt utc am pm`

const PHRASES = [
  '如有任何问题请随时与我联系如有疑问请随时联系我们感谢您的支持与理解祝您工作顺利身体健康期待您的回复谢谢',
  '如果您有任何问题或需要进一步的帮助请随时告诉我以下是本次会议的主要内容请查收附件',
]

let words: ReadonlySet<string> | undefined

export function commonWords(): ReadonlySet<string> {
  words ??= new Set(WORDS.split(/\s+/).filter((word) => word !== ''))
  return words
}

/** Texts that are common anywhere. */
export const commonPhrases: readonly string[] = PHRASES
