# girafa: name="girafa"
10 REM GIRAFA: sistema pericial que parte das hipoteses para os factos
20 REM p$() proposicoes, t() o comprimento de cada uma, f() o que se sabe dela: 1 verdadeira, 2 respondida com nao
30 REM regra r: condicoes c(i(r)) ate' c(i(r+1)-1), conclusao j(r); k(m) quantas regras concluem m; h() hipoteses
40 REM s() pilha da pesquisa: a meta, e a regra e a condicao que ficaram suspensas
50 DIM p$(40,21): DIM w$(21): DIM t(40): DIM f(40): DIM c(60): DIM i(21): DIM j(20): DIM k(40): DIM h(10): DIM s(20,3)
60 CLS : PRINT "********************************         >>> GIRAFA <<<                  SISTEMA PERITO         ********************************"'''
70 PRINT "BONS DIAS...": GO SUB 700
80 PRINT "VOU UTILIZAR AS MINHAS ";regras;" REGRAS"'"PARA ESTABELECER UMA DAS ";hipoteses;" HIPO-"'"TESES (BEM, VOU TENTAR...)"'''
90 POKE 23692,0: PAUSE 200
100 FOR n=1 TO hipoteses: PRINT "    ";z$;" ";p$(h(n)): NEXT n
110 PRINT '"RESPONDA COM :"'"SIM (S), NAO (N) E PORQUE? (P)"
200 REM CONSULTA: esquece tudo e experimenta as hipoteses por ordem
210 DIM f(40): LET topo=0: LET r=0: LET c=0: GO SUB 900
220 FOR n=1 TO hipoteses: LET m=h(n): GO SUB 310: IF ok THEN GO TO 250
230 NEXT n
240 PRINT '"********************************    NENHUMA HIPOTESE PODE SER              CONFIRMADA"'"********************************": GO TO 260
250 PRINT ''"********************************  CONCLUI QUE :"'"    ";z$;" ";p$(h(n), TO t(h(n)));"."'"********************************"''
260 PRINT : INPUT "RECOMECA-SE(R) OU DESISTE-SE(D)?";r$
270 IF r$="R" OR r$="r" THEN PRINT '"*********** RECOMECO ***********": GO TO 210
280 IF r$<>"D" AND r$<>"d" THEN GO TO 260
290 PRINT '"** TIVE MUITO GOSTO EM CONVERSAR   CONSIGO..."'" ATE'A PROXIMA!": STOP
300 REM VERIFICA a meta m: ok, se ja' e' um facto ou se uma regra a demonstra
310 LET ok=(f(m)=1): IF ok THEN RETURN
320 IF k(m)=0 THEN GO TO 510
330 LET topo=topo+1: LET s(topo,1)=m: LET s(topo,2)=r: LET s(topo,3)=c
340 LET r=0
350 LET r=r+1: IF r>regras THEN LET ok=0: GO TO 430
360 IF j(r)<>s(topo,1) THEN GO TO 350
370 LET c=i(r)
380 LET m=c(c): GO SUB 310: IF NOT ok THEN GO TO 350
390 LET c=c+1: IF c<i(r+1) THEN GO TO 380
400 REM todas as condicoes se verificam: a conclusao e' um facto
410 LET m=j(r): LET f(m)=1: LET w$="R"+STR$ r
420 PRINT '"DA REGRA ";w$( TO 3);" DEDUZ-SE :"'z$;" ";p$(m, TO t(m))
430 LET r=s(topo,2): LET c=s(topo,3): LET topo=topo-1: RETURN
500 REM PERGUNTA se m e' verdade, mas so' uma vez
510 IF f(m)=2 THEN RETURN
520 LET f(m)=2
530 INPUT "": PRINT ' FLASH 1;">"; FLASH 0;" E'VERDADE QUE "'z$;" ";p$(m, TO t(m));" ? "
540 INPUT "SIM(S),NAO(N),PORQUE?(P)-->";r$
550 IF r$="S" OR r$="s" THEN LET f(m)=1: LET ok=1: RETURN
560 IF r$="N" OR r$="n" THEN GO TO 910
570 IF r$="P" OR r$="p" THEN GO SUB 610
580 GO TO 530
600 REM PORQUE? mostra a regra r: o que ja' se sabe, o que falta saber e o que se quer concluir
610 LET w$="R"+STR$ r: PRINT '"ESTOU A EXPERIMENTAR A REGRA ";w$
620 IF c=i(r) THEN GO TO 650
630 PRINT '"EU SEI QUE "
640 FOR v=i(r) TO c-1: PRINT z$;" ";p$(c(v)): NEXT v
650 PRINT "SE:"
660 FOR v=c TO i(r+1)-1: PRINT z$;" ";p$(c(v)): NEXT v
670 PRINT "ENTAO:"'z$;" ";p$(j(r))''
680 RETURN
700 REM LEITURA das regras e das hipoteses, com um numero para cada proposicao
710 READ z$: LET props=0: LET conds=0: LET regras=0: LET hipoteses=0
720 LET i(regras+1)=conds+1
730 READ x$: IF x$="FIM" THEN GO TO 770
740 IF x$<>"ENTAO" THEN GO SUB 810: LET conds=conds+1: LET c(conds)=v: GO TO 730
750 READ x$: GO SUB 810: LET regras=regras+1: LET j(regras)=v: LET k(v)=k(v)+1
760 GO TO 720
770 READ x$: IF x$="FIM" THEN RETURN
780 GO SUB 810: LET hipoteses=hipoteses+1: LET h(hipoteses)=v: GO TO 770
800 REM NUMERO v da proposicao x$, nova ou nao
810 LET w$=x$
820 FOR v=1 TO props: IF p$(v)=w$ THEN RETURN
830 NEXT v
840 LET props=v: LET p$(v)=x$: LET t(v)=LEN x$: RETURN
900 REM ESPERA
910 PRINT #0;"...AGUARDE UM POUCO,POR FAVOR...": RETURN
1000 REM CONHECIMENTOS: de quem se fala, as regras (condicoes, ENTAO, conclusao) e as hipoteses
1010 DATA "ESTE ANIMAL"
1020 DATA "TEM PELOS","ENTAO","E'MAMIFERO"
1030 DATA "DA'LEITE","ENTAO","E'MAMIFERO"
1040 DATA "TEM PENAS","ENTAO","E'AVE"
1050 DATA "VOA","E'OVIPARO","ENTAO","E'AVE"
1060 DATA "COME CARNE","ENTAO","E'CARNIVORO"
1070 DATA "TEM DENTES AGUCADOS","TEM GARRAS","TEM OLHOS A FRENTE","ENTAO","E'CARNIVORO"
1080 DATA "E'MAMIFERO","TEM CASCOS","ENTAO","E'UNGULADO"
1090 DATA "E'MAMIFERO","RUMINA","ENTAO","E'UNGULADO"
1100 DATA "E'MAMIFERO","E'CARNIVORO","TEM COR FULVA","TEM MANCHAS NEGRAS","ENTAO","E'PUMA"
1110 DATA "E'MAMIFERO","E'CARNIVORO","TEM COR FULVA","TEM LISTAS NEGRAS","ENTAO","E'TIGRE"
1120 DATA "E'UNGULADO","TEM PESCOCO COMPRIDO","TEM PATAS COMPRIDAS","TEM MANCHAS NEGRAS","ENTAO","E'GIRAFA"
1130 DATA "E'UNGULADO","TEM LISTAS NEGRAS","ENTAO","E'ZEBRA"
1140 DATA "E'AVE","NAO VOA","TEM PESCOCO COMPRIDO","E'PRETO E BRANCO","ENTAO","E'AVESTRUZ"
1150 DATA "E'AVE","NAO VOA","NADA","E'PRETO E BRANCO","ENTAO","E'PINGUIM"
1160 DATA "E'AVE","VOA BEM","ENTAO","E'ALBATROZ"
1170 DATA "FIM"
1180 DATA "E'ALBATROZ","E'PINGUIM","E'AVESTRUZ","E'ZEBRA","E'GIRAFA","E'TIGRE","E'PUMA","FIM"
