import Adit

// Messages of 4 cases, and of 256.

@Message
enum Cases4 {
    case c000(Int), c001(Int), c002(Int), c003(Int)
}

@Message
enum Cases256 {
    case c000(Int), c001(Int), c002(Int), c003(Int), c004(Int), c005(Int), c006(Int), c007(Int)
    case c008(Int), c009(Int), c010(Int), c011(Int), c012(Int), c013(Int), c014(Int), c015(Int)
    case c016(Int), c017(Int), c018(Int), c019(Int), c020(Int), c021(Int), c022(Int), c023(Int)
    case c024(Int), c025(Int), c026(Int), c027(Int), c028(Int), c029(Int), c030(Int), c031(Int)
    case c032(Int), c033(Int), c034(Int), c035(Int), c036(Int), c037(Int), c038(Int), c039(Int)
    case c040(Int), c041(Int), c042(Int), c043(Int), c044(Int), c045(Int), c046(Int), c047(Int)
    case c048(Int), c049(Int), c050(Int), c051(Int), c052(Int), c053(Int), c054(Int), c055(Int)
    case c056(Int), c057(Int), c058(Int), c059(Int), c060(Int), c061(Int), c062(Int), c063(Int)
    case c064(Int), c065(Int), c066(Int), c067(Int), c068(Int), c069(Int), c070(Int), c071(Int)
    case c072(Int), c073(Int), c074(Int), c075(Int), c076(Int), c077(Int), c078(Int), c079(Int)
    case c080(Int), c081(Int), c082(Int), c083(Int), c084(Int), c085(Int), c086(Int), c087(Int)
    case c088(Int), c089(Int), c090(Int), c091(Int), c092(Int), c093(Int), c094(Int), c095(Int)
    case c096(Int), c097(Int), c098(Int), c099(Int), c100(Int), c101(Int), c102(Int), c103(Int)
    case c104(Int), c105(Int), c106(Int), c107(Int), c108(Int), c109(Int), c110(Int), c111(Int)
    case c112(Int), c113(Int), c114(Int), c115(Int), c116(Int), c117(Int), c118(Int), c119(Int)
    case c120(Int), c121(Int), c122(Int), c123(Int), c124(Int), c125(Int), c126(Int), c127(Int)
    case c128(Int), c129(Int), c130(Int), c131(Int), c132(Int), c133(Int), c134(Int), c135(Int)
    case c136(Int), c137(Int), c138(Int), c139(Int), c140(Int), c141(Int), c142(Int), c143(Int)
    case c144(Int), c145(Int), c146(Int), c147(Int), c148(Int), c149(Int), c150(Int), c151(Int)
    case c152(Int), c153(Int), c154(Int), c155(Int), c156(Int), c157(Int), c158(Int), c159(Int)
    case c160(Int), c161(Int), c162(Int), c163(Int), c164(Int), c165(Int), c166(Int), c167(Int)
    case c168(Int), c169(Int), c170(Int), c171(Int), c172(Int), c173(Int), c174(Int), c175(Int)
    case c176(Int), c177(Int), c178(Int), c179(Int), c180(Int), c181(Int), c182(Int), c183(Int)
    case c184(Int), c185(Int), c186(Int), c187(Int), c188(Int), c189(Int), c190(Int), c191(Int)
    case c192(Int), c193(Int), c194(Int), c195(Int), c196(Int), c197(Int), c198(Int), c199(Int)
    case c200(Int), c201(Int), c202(Int), c203(Int), c204(Int), c205(Int), c206(Int), c207(Int)
    case c208(Int), c209(Int), c210(Int), c211(Int), c212(Int), c213(Int), c214(Int), c215(Int)
    case c216(Int), c217(Int), c218(Int), c219(Int), c220(Int), c221(Int), c222(Int), c223(Int)
    case c224(Int), c225(Int), c226(Int), c227(Int), c228(Int), c229(Int), c230(Int), c231(Int)
    case c232(Int), c233(Int), c234(Int), c235(Int), c236(Int), c237(Int), c238(Int), c239(Int)
    case c240(Int), c241(Int), c242(Int), c243(Int), c244(Int), c245(Int), c246(Int), c247(Int)
    case c248(Int), c249(Int), c250(Int), c251(Int), c252(Int), c253(Int), c254(Int), c255(Int)
}
