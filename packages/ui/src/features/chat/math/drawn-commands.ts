/**
 * The commands of TeX that formulas are drawn with: each shows all that it is given, in its place. Not here is what
 * hides, colours, resizes, moves or chooses, what defines, and what leads or loads.
 */
export const drawnCommands: ReadonlySet<string> = new Set(
  `
  AA aa acute AE ae alef alefsym aleph Alpha alpha amalg And angle approx approxcolon
  approxcoloncolon approxeq arccos arcctg arcsin arctan arctg arg argmax argmin ast asymp
  backepsilon backprime backsim backsimeq backslash bar barwedge Bbb Bbbk bcancel because Beta
  beta beth between bf Big big bigcap bigcirc bigcup Bigg bigg Biggl biggl Biggm biggm Biggr biggr
  Bigl bigl Bigm bigm bigodot bigoplus bigotimes Bigr bigr bigsqcup bigstar bigtriangledown
  bigtriangleup biguplus bigvee bigwedge binom blacklozenge blacksquare blacktriangle
  blacktriangledown blacktriangleleft blacktriangleright bm bmod bold boldsymbol bot bowtie Box
  boxdot boxed boxminus boxplus boxtimes Bra bra braket breve bull bullet Bumpeq bumpeq c cal
  cancel Cap cap cdot cdotp cdots centerdot cfrac ch check checkmark Chi chi choose circ circeq
  circlearrowleft circlearrowright circledast circledcirc circleddash circledR circledS clubs
  clubsuit cnums colon Colonapprox colonapprox coloncolon coloncolonapprox coloncolonequals
  coloncolonminus coloncolonsim Coloneq coloneq Coloneqq coloneqq colonequals colonminus Colonsim
  colonsim complement Complex cong coprod copyright cos cosec cosh cot cotg coth csc ctg cth Cup
  cup curlyeqprec curlyeqsucc curlyvee curlywedge curvearrowleft curvearrowright dag Dagger dagger
  daleth Darr dArr darr dashleftarrow dashrightarrow dashv dbinom dblcolon ddag ddagger ddddot
  dddot ddot ddots deg degree Delta delta det dfrac diagdown diagup Diamond diamond diamonds
  diamondsuit digamma dim displaystyle div divideontimes dot Doteq doteq doteqdot dotplus dots
  dotsb dotsc dotsi dotsm dotso doublebarwedge doublecap doublecup Downarrow downarrow
  downdownarrows downharpoonleft downharpoonright ell emph empty emptyset enspace Epsilon epsilon
  eqcirc Eqcolon eqcolon Eqqcolon eqqcolon eqsim eqslantgtr eqslantless equalscolon
  equalscoloncolon equiv Eta eta eth exist exists exp fallingdotseq Finv flat forall frac frak
  frown Game Gamma gamma gcd ge geq geqq geqslant gets gg ggg gggtr gimel gnapprox gneq gneqq
  gnsim grave gt gtrapprox gtrdot gtreqless gtreqqless gtrless gtrsim gvertneqq H Harr hArr harr
  hat hbar hearts heartsuit hline hom hookleftarrow hookrightarrow hslash i iff iiint iint Im
  image imageof imath impliedby implies in inf infin infty injlim int intercal intop Iota iota
  isin it j jmath Join Kappa kappa ker Ket ket Lambda lambda land lang langle Larr lArr larr
  lBrace lbrace lbrack lceil ldotp ldots le leadsto left Leftarrow leftarrow leftarrowtail
  leftharpoondown leftharpoonup leftleftarrows Leftrightarrow leftrightarrow leftrightarrows
  leftrightharpoons leftrightsquigarrow leftthreetimes leq leqq leqslant lessapprox lessdot
  lesseqgtr lesseqqgtr lessgtr lesssim lfloor lg lgroup lhd lim liminf limits limsup ll llbracket
  llcorner Lleftarrow lll llless lmoustache ln lnapprox lneq lneqq lnot lnsim log Longleftarrow
  longleftarrow Longleftrightarrow longleftrightarrow longmapsto Longrightarrow longrightarrow
  looparrowleft looparrowright lor lozenge lparen Lrarr lrArr lrarr lrcorner Lsh lt ltimes lVert
  lvert lvertneqq maltese mapsto mathbb mathbf mathbin mathcal mathclose mathellipsis mathfrak
  mathinner mathit mathnormal mathop mathopen mathord mathpunct mathrel mathring mathrm mathscr
  mathsf mathsterling mathtt max measuredangle medspace mho mid middle min minuscolon
  minuscoloncolon minuso mod models mp Mu mu multimap N nabla natnums natural ncong ne nearrow neg
  neq nexists ngeq ngeqq ngeqslant ngtr ni nLeftarrow nleftarrow nLeftrightarrow nleftrightarrow
  nleq nleqq nleqslant nless nmid nobreakspace nolimits nonumber not notag notin notni nparallel
  nprec npreceq nRightarrow nrightarrow nshortmid nshortparallel nsim nsubseteq nsubseteqq nsucc
  nsucceq nsupseteq nsupseteqq ntriangleleft ntrianglelefteq ntriangleright ntrianglerighteq Nu nu
  nVDash nVdash nvDash nvdash nwarrow O o odot OE oe oiiint oiint oint Omega omega Omicron omicron
  ominus operatorname operatornamewithlimits oplus ordinarycolon origof oslash otimes over
  overbrace overbracket overgroup overleftarrow overleftharpoon overleftrightarrow overline
  overlinesegment Overrightarrow overrightarrow overrightharpoon overset owns P parallel partial
  perp Phi phi Pi pi pitchfork plim plusmn pm pmod pod pounds Pr prec precapprox preccurlyeq
  preceq precnapprox precneqq precnsim precsim prime prod projlim propto Psi psi qquad quad R r
  rang rangle Rarr rArr rarr ratio rBrace rbrace rbrack rceil Re real Reals reals restriction
  rfloor rgroup rhd Rho rho right Rightarrow rightarrow rightarrowtail rightharpoondown
  rightharpoonup rightleftarrows rightleftharpoons rightrightarrows rightsquigarrow
  rightthreetimes risingdotseq rm rmoustache rparen rrbracket Rrightarrow Rsh rtimes rVert rvert S
  scriptstyle sdot searrow sec sect set setminus sf sh sharp shortmid shortparallel Sigma sigma
  sim simcolon simcoloncolon simeq sin sinh smallfrown smallint smallsetminus smallsmile smile
  space spades spadesuit sphericalangle sqcap sqcup sqrt sqsubset sqsubseteq sqsupset sqsupseteq
  square ss stackrel star sub sube Subset subset subseteq subseteqq subsetneq subsetneqq substack
  succ succapprox succcurlyeq succeq succnapprox succneqq succnsim succsim sum sup supe Supset
  supset supseteq supseteqq supsetneq supsetneqq surd swarrow tan tanh Tau tau tbinom text
  textasciicircum textasciitilde textbackslash textbar textbardbl textbf textbraceleft
  textbraceright textdagger textdaggerdbl textdegree textdollar textellipsis textemdash textendash
  textgreater textit textless textmd textnormal textquotedblleft textquotedblright textquoteleft
  textquoteright textrm textsf textsterling textstyle texttt textunderscore textup tfrac tg th
  therefore Theta theta thetasym thickapprox thicksim thickspace thinspace tilde times to top
  triangle triangledown triangleleft trianglelefteq triangleq triangleright trianglerighteq tt
  twoheadleftarrow twoheadrightarrow u Uarr uArr uarr ulcorner underbar underbrace underbracket
  undergroup underleftarrow underleftrightarrow underline underlinesegment underrightarrow
  underset unlhd unrhd Uparrow uparrow Updownarrow updownarrow upharpoonleft upharpoonright uplus
  Upsilon upsilon upuparrows urcorner utilde v varDelta varepsilon varGamma varinjlim varkappa
  varLambda varliminf varlimsup varnothing varOmega varPhi varphi varPi varpi varprojlim varpropto
  varPsi varrho varSigma varsigma varsubsetneq varsubsetneqq varsupsetneq varsupsetneqq varTheta
  vartheta vartriangle vartriangleleft vartriangleright varUpsilon varvdots varXi vcentcolon Vdash
  vDash vdash vdots vec vee veebar Vert vert Vvdash wedge weierp widecheck widehat widetilde wp wr
  xcancel xhookleftarrow xhookrightarrow Xi xi xLeftarrow xleftarrow xleftequilibrium
  xleftharpoondown xleftharpoonup xLeftrightarrow xleftrightarrow xleftrightharpoons xlongequal
  xmapsto xRightarrow xrightarrow xrightequilibrium xrightharpoondown xrightharpoonup
  xrightleftarrows xrightleftharpoons xtofrom xtwoheadleftarrow xtwoheadrightarrow yen Z Zeta zeta
`
    .trim()
    .split(/\s+/),
)
