# girafa: name="familia"
10 REM A FAMILIA: que se conclui das fichas de parentesco
20 REM n$() nomes; c() conjuge; r() o primeiro do grupo de irmaos; a() e b() os pais do grupo; v() e f() marcas
30 REM d$(i,j) a ficha que liga i a j: C conjuge, F i filho de j, I irmao. Cada um casa uma vez; irmaos tem os mesmos pais
40 DIM n$(30,8): DIM c(30): DIM r(30): DIM a(30): DIM b(30): DIM d$(30,30): LET n=0: LET mal=0
50 PRINT "FICHAS DA FAMILIA"''"C CONJUGE F FILHO(A) I IRMAO(A)"''
60 LET q$="FICHA (ANA F RUI) OU FIM? ": GO SUB 9100: IF a$="FIM" THEN GO TO 200
70 GO SUB 400: IF NOT certo THEN PRINT "NAO SERVE: ";a$: GO TO 60
80 LET b$=x$: GO SUB 500: LET i=k: LET b$=y$: GO SUB 500: LET j=k
85 IF n+(i=0)+(j=0 AND x$<>y$)>30 THEN PRINT "NAO CABEM MAIS PESSOAS": GO TO 60
90 IF i=0 THEN LET b$=x$: GO SUB 530: LET i=k
95 LET b$=y$: GO SUB 500: IF k=0 THEN GO SUB 530
97 LET j=k
100 LET l$=z$: GO SUB 900: LET d$(i,j)=z$: IF z$<>"F" THEN LET d$(j,i)=z$
110 IF z$="C" THEN GO SUB 600
120 IF z$="F" THEN GO SUB 640
130 IF z$="I" THEN GO SUB 700
140 GO TO 60
200 REM O VEREDICTO
210 PRINT : GO SUB 1000: IF mal THEN PRINT "INFORMACOES INCOMPATIVEIS": GO TO 300
220 GO SUB 1400: IF NOT certo THEN PRINT "INFORMACOES INCOMPLETAS": GO TO 300
230 GO SUB 1600: GO SUB 1800
300 LET q$="OUTRA FAMILIA (S/N)? ": GO SUB 9100: IF a$="S" THEN CLS : GO TO 40
310 IF a$<>"N" THEN GO TO 300
320 STOP
400 REM CERTO? Separa a$ em nome x$, letra z$, nome y$
410 LET certo=0: LET x$="": LET y$=""
420 FOR i=1 TO LEN a$: IF a$(i)<>" " THEN NEXT i
430 IF i<2 OR i>9 OR i+3>LEN a$ OR LEN a$>i+10 THEN RETURN
440 LET x$=a$( TO i-1): LET z$=a$(i+1): LET y$=a$(i+3 TO ): IF a$(i+2)<>" " THEN RETURN
450 IF z$<>"C" AND z$<>"F" AND z$<>"I" THEN RETURN
460 LET b$=x$+y$: FOR i=1 TO LEN b$: IF b$(i)<"A" OR b$(i)>"Z" THEN RETURN
470 NEXT i: LET certo=1: RETURN
500 REM PESSOA k de nome b$; 0 se ainda nao ha'
510 FOR k=1 TO n: IF n$(k)=b$+"        "( TO 8-LEN b$) THEN RETURN
520 NEXT k: LET k=0: RETURN
530 LET n=n+1: LET k=n: LET n$(k)=b$: LET r(k)=k: RETURN
600 REM CASA i com j
610 IF c(i)=j AND i<>j THEN RETURN
620 IF c(i) OR c(j) OR i=j THEN LET mal=1: RETURN
630 LET c(i)=j: LET c(j)=i: LET mudou=1: RETURN
640 REM j E' PAI OU MAE de i, e portanto de todos os irmaos de i
650 LET g=r(i): IF a(g)=j OR b(g)=j THEN RETURN
660 IF b(g) THEN LET mal=1: RETURN
670 LET mudou=1: IF a(g) THEN LET b(g)=j: RETURN
680 LET a(g)=j: RETURN
700 REM IRMAOS i e j: os dois grupos passam a um so', com os pais de ambos
710 IF i=j THEN LET mal=1: RETURN
720 LET h=r(j): LET g=r(i): IF g=h THEN RETURN
730 FOR k=1 TO n: IF r(k)=h THEN LET r(k)=g
740 NEXT k: LET mudou=1
750 IF a(h) THEN LET j=a(h): GO SUB 640
760 IF b(h) THEN LET j=b(h): GO SUB 640
770 RETURN
900 REM MOSTRA a relacao l$ de i com j
910 LET b$=n$(i): GO SUB 950: PRINT " E' ";"CONJUGE" AND l$="C";"FILHO(A)" AND l$="F";"IRMAO(A)" AND l$="I";" DE ";
920 LET b$=n$(j): GO SUB 950: PRINT : RETURN
950 REM MOSTRA o nome b$ sem os espacos do fim
960 IF b$(LEN b$)=" " THEN LET b$=b$( TO LEN b$-1): GO TO 960
970 PRINT b$;: RETURN
1000 REM CONCLUI tudo o que se pode, ate' nada mudar; mal=1 se ha' contradicao
1010 LET mudou=0
1020 FOR p=1 TO n: IF r(p)<>p OR a(p)=0 OR mal THEN GO TO 1090
1030 IF b(p) THEN LET i=a(p): LET j=b(p): GO SUB 600: REM os pais sao casados
1040 IF b(p)=0 AND c(a(p))<>0 THEN LET i=p: LET j=c(a(p)): GO SUB 640: REM e o conjuge e' o outro
1050 FOR q=1 TO n: IF r(q)<>q OR q=p OR r(p)<>p OR a(q)=0 THEN GO TO 1080
1060 IF a(q)=a(p) OR a(q)=b(p) OR b(q)=a(p) OR b(q)=b(p) AND b(q)<>0 THEN LET i=p: LET j=q: GO SUB 700: REM filhos dos mesmos
1080 NEXT q
1090 NEXT p: IF mudou AND NOT mal THEN GO TO 1010
1100 IF mal THEN RETURN
1110 REM NINGUEM descende de si mesmo, e nenhum casal e' de parentes
1120 FOR p=1 TO n: IF r(p)<>p OR a(p)=0 THEN GO TO 1150
1130 LET g=a(p): GO SUB 1300: IF v(p) THEN LET mal=1: RETURN
1140 IF b(p) THEN LET g=b(p): GO SUB 1300: IF v(p) THEN LET mal=1: RETURN
1150 NEXT p
1160 FOR p=1 TO n: IF c(p)<p THEN GO TO 1190
1170 LET g=c(p): GO SUB 1300: DIM f(30): FOR i=1 TO n: LET f(i)=v(i): NEXT i
1180 LET g=p: GO SUB 1300: FOR i=1 TO n: IF v(i) AND f(i) THEN LET mal=1: RETURN
1185 NEXT i
1190 NEXT p: RETURN
1300 REM MARCA em v() o grupo de g e os de todos os seus antepassados; s() os que falta seguir
1310 DIM v(30): DIM s(62): LET z=1: LET s(1)=g
1320 LET k=r(s(z)): LET z=z-1: IF v(k) THEN GO TO 1340
1330 LET v(k)=1: IF a(k) THEN LET z=z+1: LET s(z)=a(k): IF b(k) THEN LET z=z+1: LET s(z)=b(k)
1340 IF z THEN GO TO 1320
1350 RETURN
1400 REM COMPLETA? Os filhos tem os dois pais, os irmaos tem pais, e todos se ligam a todos
1410 LET certo=0: IF n=0 THEN RETURN
1420 FOR i=1 TO n: LET g=r(i): IF a(g)<>0 AND b(g)=0 OR g<>i AND a(g)=0 THEN RETURN
1430 NEXT i
1440 DIM v(30): DIM s(30): LET v(1)=1: LET z=1: LET s(1)=1: LET total=1
1450 LET g=s(z): LET z=z-1
1460 FOR i=1 TO n: IF v(i) THEN GO TO 1480
1470 IF c(i)=g OR a(r(i))=g OR b(r(i))=g OR a(r(g))=i OR b(r(g))=i THEN LET v(i)=1: LET total=total+1: LET z=z+1: LET s(z)=i
1480 NEXT i: IF z THEN GO TO 1450
1490 LET certo=(total=n): RETURN
1600 REM AS RELACOES que nenhuma ficha da'
1610 PRINT "RELACOES DEDUZIDAS": LET total=0
1620 FOR i=1 TO n: FOR j=1 TO n: IF d$(i,j)<>" " OR i=j THEN GO TO 1660
1630 LET l$="": IF c(i)=j AND i<j THEN LET l$="C"
1640 IF a(r(i))=j OR b(r(i))=j THEN LET l$="F"
1645 IF r(i)=r(j) AND i<j THEN LET l$="I"
1650 IF l$<>"" THEN LET total=total+1: POKE 23692,255: GO SUB 900
1660 NEXT j: NEXT i: IF total=0 THEN PRINT "NENHUMA"
1670 RETURN
1800 REM A ARVORE: de cada casal sem pais, os filhos, mais dentro, e os filhos deles. s() quem falta mostrar, m() a que profundidade
1810 PRINT '"ARVORE": DIM v(30): DIM s(30): DIM m(30)
1820 FOR p=1 TO n: IF a(r(p)) THEN GO TO 1850
1830 IF c(p) THEN IF a(r(c(p))) OR c(p)<p THEN GO TO 1850
1840 LET z=1: LET s(1)=p: LET m(1)=0: GO SUB 1900
1850 NEXT p: RETURN
1900 LET g=s(z): LET m=m(z): LET z=z-1: POKE 23692,255
1910 FOR i=1 TO m: PRINT "  ";: NEXT i: PRINT "+-";: LET b$=n$(g): GO SUB 950: IF c(g)=0 THEN PRINT : GO TO 1980
1920 PRINT " + ";: LET b$=n$(c(g)): GO SUB 950: IF v(g) THEN PRINT " (ACIMA)": GO TO 1980
1930 PRINT : LET v(g)=1: LET v(c(g))=1
1940 FOR i=n TO 1 STEP -1: IF a(r(i))=g OR b(r(i))=g THEN LET z=z+1: LET s(z)=i: LET m(z)=m+1
1950 NEXT i
1980 IF z THEN GO TO 1900
1990 RETURN
9100 REM PERGUNTA q$: um texto a$, passado a maiusculas
9110 POKE 23692,255: INPUT (q$); LINE a$
9120 FOR i=1 TO LEN a$: IF a$(i)>="a" AND a$(i)<="z" THEN LET a$(i)=CHR$ (CODE a$(i)-32)
9130 NEXT i: RETURN
